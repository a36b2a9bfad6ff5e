package io.kvreshard.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.generator.annotation.ValidationRule;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule that holds a job's spec names every field: one that it forgot could be changed. */
class JobSpecRuleTest {
  private static final List<String> MUTABLE = List.of("suspend", "cancel");

  static Stream<String> immutableFields() {
    return Arrays.stream(KVReshardJobSpec.class.getRecordComponents())
        .map(RecordComponent::getName)
        .filter(field -> !MUTABLE.contains(field));
  }

  @ParameterizedTest
  @MethodSource("immutableFields")
  void fieldIsHeld(String field) {
    var rule =
        Arrays.stream(KVReshardJob.class.getAnnotationsByType(ValidationRule.class))
            .filter(each -> each.message().startsWith("spec is immutable"))
            .findFirst()
            .orElseThrow()
            .value();
    assertThat(rule).contains("self.spec.%s == oldSelf.spec.%s".formatted(field, field));
    if (!List.of("source", "target").contains(field)) {
      assertThat(rule)
          .contains("has(self.spec.%s) == has(oldSelf.spec.%s)".formatted(field, field))
          .contains("!has(self.spec.%s) ||".formatted(field));
    }
  }
}
