package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A record exists only if it is valid, whoever makes it: each of its strings is refused empty, each
 * of its counts 0, under the name that the field has in documents.
 */
class EmptyFieldsTest {
  private static final String DIGEST = "a".repeat(64);

  /** Numbers that may be 0, and the text of an error, which may be missing. */
  private static final Set<String> FREE =
      Set.of(
          "completedBytes",
          "error",
          "globalHeadStart",
          "globalLayerId",
          "headStart",
          "replicaOrdinal",
          "sourceHeadOffset",
          "targetHeadOffset");

  static Stream<Record> records() {
    Placement placement = Models.tensorParallel("a", Models.model(1, 1), 1);
    return Stream.of(
        placement.parts().getFirst(),
        placement.descriptor(),
        BindingHeader.of(placement, "process", "a-p0-t0"),
        new Edge("s", "t", Component.KEY, 0, 0, 1, 0, 0, 1, 1),
        new WriterReceipt("o", DIGEST, "s", "t", true, 0, true, null),
        new TargetReceipt("o", DIGEST, "t", true, null));
  }

  @ParameterizedTest
  @MethodSource("records")
  void nothingIsEmpty(Record valid) throws ReflectiveOperationException {
    RecordComponent[] components = valid.getClass().getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      boolean text = component.getType() == String.class;
      if ((text || component.getType() == long.class) && !FREE.contains(component.getName())) {
        assertThat(rejection(valid, i, text ? "" : 0L))
            .as("%s of %s", component.getName(), valid)
            .extracting(Rejection::category, Rejection::pointer)
            .containsExactly(category(component), "/" + field(component));
      }
    }
  }

  private static RejectionCategory category(RecordComponent component) {
    if (component.getType() == long.class) {
      return RejectionCategory.RANGE;
    }
    return component.getName().endsWith("Digest")
        ? RejectionCategory.SHA256
        : RejectionCategory.STRING;
  }

  private static String field(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** What is said of the record with another value in this place. */
  private static Rejection rejection(Record valid, int place, Object value)
      throws ReflectiveOperationException {
    RecordComponent[] components = valid.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = i == place ? value : components[i].getAccessor().invoke(valid);
    }
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      valid.getClass().getDeclaredConstructor(types).newInstance(values);
      throw new AssertionError(components[place].getName() + " may be empty in " + valid);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RejectedException rejected) {
        return rejected.rejection();
      }
      throw e;
    }
  }
}
