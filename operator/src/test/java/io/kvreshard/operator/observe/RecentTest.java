package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Recent recent = Recent.of(nanos::get);

  @Test
  void whatWasSeenIsKnownForASecond() {
    recent.see(map("one", "7"));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos() - 1);
    assertThat(version("one")).contains("7");
    nanos.addAndGet(2);
    assertThat(version("one")).isEmpty();
  }

  /** A watch may be slower than the answer to a write. */
  @Test
  void newsThatAreLateChangeNothingAndKeepNothingYoung() {
    recent.see(map("one", "18446744073709551615"));
    nanos.addAndGet(Duration.ofMillis(900).toNanos());
    recent.see(map("one", "9"));
    assertThat(version("one")).contains("18446744073709551615");
    nanos.addAndGet(Duration.ofMillis(200).toNanos());
    assertThat(version("one")).isEmpty();
  }

  /** Also when the newer state is not remembered any more. */
  @Test
  void whatIsOlderThanWhatWasKnownOnceIsNoNews() {
    recent.see(map("one", "7"));
    recent.lose(map("one", "7"));
    recent.see(map("one", "6"));
    assertThat(version("one")).isEmpty();

    recent.see(map("two", "7"));
    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    recent.see(map("two", "6"));
    assertThat(version("two")).isEmpty();
    recent.see(map("two", "8"));
    assertThat(version("two")).contains("8");
  }

  /** The news of another process's last writes may be on their way. */
  @Test
  void afterATakeoverNothingIsBelievedForAWhile() {
    recent.takeOver();
    recent.see(map("one", "1"));
    assertThat(version("one")).isEmpty();
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    recent.see(map("one", "2"));
    assertThat(version("one")).contains("2");
  }

  @Test
  void newerNewsReplaceOlder() {
    recent.see(map("one", "9"));
    recent.see(map("one", "10"));
    assertThat(version("one")).contains("10");
  }

  @Test
  void whatIsLostIsUnknown() {
    recent.see(map("one", "1"));
    recent.see(map("two", "2"));
    recent.lose(map("one", "1"));
    assertThat(version("one")).isEmpty();
    assertThat(version("two")).contains("2");
  }

  @Test
  void allOfALabelAreLostAtOnce() {
    recent.see(map("one", "1"));
    recent.see(map("two", "2"));
    recent.loseAll(ConfigMap.class, Scope.namespace("team").label("number", "one"));
    assertThat(version("one")).isEmpty();
    assertThat(version("two")).contains("2");
  }

  @Test
  void whereNothingIsHeardOfNothingIsKnown() {
    var nothing = Recent.nothing();
    nothing.see(map("one", "1"));
    assertThat(nothing.find(key("one"))).isEmpty();
  }

  private Optional<String> version(String name) {
    return recent
        .find(key(name))
        .flatMap(Sighting::object)
        .map(object -> object.getMetadata().getResourceVersion());
  }

  private static ObjectKey key(String name) {
    return new ObjectKey(ConfigMap.class, "team", name);
  }

  private static ConfigMap map(String name, String version) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("team")
        .withName(name)
        .withResourceVersion(version)
        .withLabels(Map.of("number", name))
        .endMetadata()
        .build();
  }
}
