package io.kvreshard.agent.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.quarantine.NoisyOperation.Participant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of operations that owe a proof, across agents. */
final class QuarantineFolderTest {
  @TempDir private Path folder;

  private static NoisyOperation noisy(String operation, String since) {
    return new NoisyOperation(
        operation,
        "team/move",
        List.of(new Participant("t0", "instance-7")),
        since,
        "It is silent.");
  }

  private Quarantine open() throws IOException {
    return Quarantine.open(folder, Duration.ofSeconds(1));
  }

  @Test
  void whatIsPutIsThereForTheSuccessorUntilItIsCleared() throws Exception {
    var first = noisy("uid-1/1/0", "2026-01-01T00:00:02Z");
    var second = noisy("uid-2/1/0", "2026-01-01T00:00:01Z");
    var quarantine = open();
    assertThat(quarantine.put(first)).isTrue();
    assertThat(quarantine.put(second)).isTrue();

    var successor = open();
    assertThat(successor.all()).containsExactly(second, first);
    successor.clear("uid-1/1/0");
    assertThat(open().all()).containsExactly(second);
  }

  @Test
  void theFirstRecordOfAnOperationStays() throws Exception {
    var quarantine = open();
    quarantine.put(noisy("uid-1/1/0", "2026-01-01T00:00:01Z"));
    quarantine.put(noisy("uid-1/1/0", "2026-01-01T00:00:02Z"));
    assertThat(quarantine.all()).containsExactly(noisy("uid-1/1/0", "2026-01-01T00:00:01Z"));
  }

  @Test
  void whatWasToldIsForgottenWithTheRecord() throws Exception {
    var quarantine = open();
    quarantine.put(noisy("uid-1/1/0", "2026-01-01T00:00:01Z"));
    quarantine.told(List.of("uid-1/1/0", "uid-9/1/0"));
    assertThat(quarantine.isTold("uid-1/1/0")).isTrue();
    assertThat(quarantine.isTold("uid-9/1/0")).isFalse();
    quarantine.clear("uid-1/1/0");
    assertThat(quarantine.isTold("uid-1/1/0")).isFalse();
  }

  @Test
  void aDiskThatTakesNothingIsNoRecord() throws Exception {
    var quarantine = open();
    Files.delete(folder);
    assertThat(quarantine.put(noisy("uid-1/1/0", "2026-01-01T00:00:01Z"))).isFalse();
    assertThat(quarantine.of("uid-1/1/0")).isEmpty();
  }

  @Test
  void halfARecordIsNone() throws Exception {
    Files.writeString(folder.resolve("a.json.part"), "{");
    assertThat(open().all()).isEmpty();
  }

  @Test
  void aDamagedRecordIsNotPassedOver() throws Exception {
    Files.writeString(folder.resolve("a.json"), "{");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.json is damaged");
  }
}
