package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.testing.RecordedPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnPlaneTest {
  @TempDir Path directory;
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong nanos = new AtomicLong();
  private final Recent recent = Recent.of(nanos::get);
  private DirectoryControlPlane others;
  private TurnPlane plane;

  @BeforeEach
  void begin() throws ConflictException {
    others = new DirectoryControlPlane(directory);
    plane = new TurnPlane(RecordedPlane.of(others, calls), recent, nanos::get);
    var _ = others.create(map("one", "1"));
  }

  @AfterEach
  void end() {
    others.close();
  }

  @Test
  void turnReadsAnObjectOnceAndThatItIsNotThere() {
    try (var _ = plane.begin()) {
      assertThat(value("one")).contains("1");
      assertThat(value("one")).contains("1");
      assertThat(value("two")).isEmpty();
      assertThat(value("two")).isEmpty();
    }
    assertThat(calls).containsExactly("get", "get");
  }

  @Test
  void outsideOfTurnsEverythingIsRead() {
    try (var _ = plane.begin()) {
      value("one");
    }
    value("one");
    value("one");
    assertThat(calls).hasSize(3);
  }

  @Test
  void whatIsWrittenIsThere() throws ConflictException {
    try (var _ = plane.begin()) {
      plane.replace(with(get("one"), "2"));
      plane.replace(with(get("one"), "3"));
      var _ = plane.create(map("two", "4"));

      assertThat(value("one")).contains("3");
      assertThat(value("two")).contains("4");
    }
    assertThat(calls).containsExactly("get", "replace", "replace", "create");
  }

  @Test
  void conflictMakesAllBeReadAnew() throws ConflictException {
    try (var _ = plane.begin()) {
      value("two");
      var stale = with(get("one"), "mine");
      others.replace(with(others.get(ConfigMap.class, "team", "one").orElseThrow(), "theirs"));
      var _ = others.create(map("two", "theirs"));
      assertThat(value("one")).contains("1");

      assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> plane.replace(stale));
      assertThat(value("one")).contains("theirs");
      assertThat(value("two")).contains("theirs");
    }
  }

  @Test
  void longTurnLooksAgain() throws ConflictException {
    try (var _ = plane.begin()) {
      value("one");
      others.replace(with(others.get(ConfigMap.class, "team", "one").orElseThrow(), "theirs"));
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(value("one")).contains("1");
      nanos.incrementAndGet();
      assertThat(value("one")).contains("theirs");
    }
  }

  @Test
  void deletedObjectIsLookedFor() throws ConflictException {
    try (var _ = plane.begin()) {
      plane.delete(get("one"));
      assertThat(value("one")).isEmpty();

      var _ = plane.create(map("two", "2"));
      var guarded = get("two");
      guarded.getMetadata().setFinalizers(List.of("kvreshard.io/quiesce"));
      guarded = plane.replace(guarded);
      plane.delete(guarded);
      guarded = get("two");
      guarded.getMetadata().setFinalizers(List.of());
      plane.replace(guarded);
      assertThat(value("two")).isEmpty();
    }
  }

  @Test
  void objectsAreTheCallersOwn() throws ConflictException {
    try (var _ = plane.begin()) {
      with(get("one"), "changed");
      assertThat(value("one")).contains("1");
      with(plane.create(map("two", "2")), "changed");
      assertThat(value("two")).contains("2");
    }
  }

  @Test
  void whatWasHeardOfAMomentAgoIsNotRead() throws ConflictException {
    recent.see(others.get(ConfigMap.class, "team", "one").orElseThrow());
    try (var _ = plane.begin()) {
      assertThat(value("one")).contains("1");
      with(get("one"), "changed");
      assertThat(value("one")).contains("1");
    }
    assertThat(calls).isEmpty();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos() + 1);
    try (var _ = plane.begin()) {
      assertThat(value("one")).contains("1");
    }
    assertThat(calls).containsExactly("get");
  }

  @Test
  void nextTurnKnowsWhatThisOneHasWritten() throws ConflictException {
    try (var _ = plane.begin()) {
      plane.replace(with(get("one"), "2"));
    }
    try (var _ = plane.begin()) {
      assertThat(value("one")).contains("2");
    }
    assertThat(calls).containsExactly("get", "replace");
  }

  @Test
  void whatWasHeardIsNotBelievedAfterAConflict() throws ConflictException {
    var heard = others.get(ConfigMap.class, "team", "one").orElseThrow();
    others.replace(with(others.get(ConfigMap.class, "team", "one").orElseThrow(), "theirs"));
    recent.see(heard);
    try (var _ = plane.begin()) {
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> plane.replace(with(get("one"), "mine")));
      recent.see(heard);
      assertThat(value("one")).contains("theirs");
    }
  }

  @Test
  void whatWasHeardOfAKindIsNotBelievedAfterADeletion() {
    var heard = others.get(ConfigMap.class, "team", "one").orElseThrow();
    try (var _ = plane.begin()) {
      plane.deleteAll(heard, Scope.namespace("team"));
      recent.see(heard);
      assertThat(value("one")).isEmpty();
    }
  }

  @Test
  void partsOfATurnKnowWhatItKnowsAndItKnowsWhatTheyDid() throws ConflictException {
    try (var _ = plane.begin()) {
      value("one");
      plane.atOnce(
          List.of(() -> plane.replace(with(get("one"), "2")), () -> plane.create(map("two", "3"))));
      assertThat(value("one")).contains("2");
      assertThat(value("two")).contains("3");
    }
    assertThat(calls).containsExactlyInAnyOrder("get", "replace", "create");
  }

  @Test
  void partThatIsRefusedKeepsNoOtherFromItsEnd() throws ConflictException {
    try (var _ = plane.begin()) {
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(
              () ->
                  plane.atOnce(
                      List.of(
                          () -> plane.create(map("one", "again")),
                          () -> plane.create(map("two", "2")),
                          () -> plane.create(map("one", "once more")))))
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
      assertThat(value("two")).contains("2");
    }
  }

  @Test
  void conflictHidesNoWorseFailure() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                plane.atOnce(
                    List.of(
                        () -> plane.create(map("one", "again")),
                        () -> {
                          throw new IllegalStateException("no");
                        })))
        .withMessage("no");
  }

  @Test
  void failureOfAPartIsThatOfTheTurn() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                plane.atOnce(
                    List.of(
                        () -> plane.create(map("two", "2")),
                        () -> {
                          throw new IllegalStateException("no");
                        })))
        .withMessage("no");
  }

  @Test
  void whatIsReadAheadIsReadOnce() throws ConflictException {
    var _ = others.create(map("two", "2"));
    try (var _ = plane.begin()) {
      value("one");
      plane.ahead(List.of(key("one"), key("two"), key("three")));
      assertThat(value("two")).contains("2");
      assertThat(value("three")).isEmpty();
    }
    assertThat(calls).containsExactly("get", "get", "get");
  }

  @Test
  void whatIsSupposedIsNotReadUntilItIsDoubted() throws ConflictException {
    var old = others.get(ConfigMap.class, "team", "one").orElseThrow();
    recent.rely(ConfigMap.class, key -> Optional.of(old).filter(_ -> key.name().equals("one")));
    others.replace(with(others.get(ConfigMap.class, "team", "one").orElseThrow(), "2"));
    try (var _ = plane.begin()) {
      var _ = value("three");
      plane.suppose(List.of(key("one"), key("two")));
      assertThat(value("one")).contains("1");
      assertThat(plane.supposes()).isTrue();
      assertThat(calls).containsExactly("get");
      plane.doubt();
      assertThat(plane.supposes()).isFalse();
      plane.suppose(List.of(key("one")));
      assertThat(value("one")).contains("2");
      assertThat(value("three")).isEmpty();
    }
    assertThat(plane.supposes()).isFalse();
    assertThat(calls).containsExactly("get", "get");
  }

  @Test
  void whatIsSupposedIsKnownOnceItIsWritten() throws ConflictException {
    var now = others.get(ConfigMap.class, "team", "one").orElseThrow();
    recent.rely(ConfigMap.class, _ -> Optional.of(now));
    try (var _ = plane.begin()) {
      plane.suppose(List.of(key("one")));
      plane.replace(with(get("one"), "2"));
      assertThat(plane.supposes()).isFalse();
      assertThat(value("one")).contains("2");
    }
    assertThat(calls).containsExactly("replace");
  }

  @Test
  void whoWritesUponWhatIsSupposedWronglyIsRefusedAndReadsIt() throws ConflictException {
    var old = others.get(ConfigMap.class, "team", "one").orElseThrow();
    recent.rely(ConfigMap.class, _ -> Optional.of(old));
    others.replace(with(others.get(ConfigMap.class, "team", "one").orElseThrow(), "theirs"));
    try (var _ = plane.begin()) {
      plane.suppose(List.of(key("one")));
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> plane.replace(with(get("one"), "mine")));
      assertThat(value("one")).contains("theirs");
      assertThat(plane.supposes()).isFalse();
    }
    assertThat(calls).containsExactly("replace", "get");
  }

  @Test
  void nothingIsSupposedThatIsOlderThanWhatWasSeenOrByANewLeader() throws ConflictException {
    var old = others.get(ConfigMap.class, "team", "one").orElseThrow();
    recent.rely(ConfigMap.class, _ -> Optional.of(old));
    try (var _ = plane.begin()) {
      plane.replace(with(get("one"), "2"));
    }
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    try (var _ = plane.begin()) {
      plane.suppose(List.of(key("one")));
      assertThat(value("one")).contains("2");
    }
    recent.rely(ConfigMap.class, _ -> others.get(ConfigMap.class, "team", "one"));
    recent.takeOver();
    try (var _ = plane.begin()) {
      plane.suppose(List.of(key("one")));
      assertThat(plane.supposes()).isFalse();
    }
  }

  private static ObjectKey key(String name) {
    return new ObjectKey(ConfigMap.class, "team", name);
  }

  private Optional<String> value(String name) {
    return plane.get(ConfigMap.class, "team", name).map(map -> map.getData().get("value"));
  }

  private ConfigMap get(String name) {
    return plane.get(ConfigMap.class, "team", name).orElseThrow();
  }

  private static ConfigMap with(ConfigMap map, String value) {
    map.setData(Map.of("value", value));
    return map;
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("team")
        .withName(name)
        .endMetadata()
        .withData(Map.of("value", value))
        .build();
  }
}
