package io.kvreshard.cli.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.Quarantine;
import io.kvreshard.crd.QuarantineReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListCommandTest {
  @Test
  void tableSaysWhoOwesTheProof() {
    var held =
        new Held(
            "team",
            "held",
            new Quarantine(
                "node-b",
                "uid/1/0",
                "2026-01-01T00:00:00Z",
                QuarantineReason.AgentSilent,
                "The agent of node \"node-b\" is lost."));

    assertThat(ListCommand.table(List.of(held)))
        .containsExactly(
            "NAMESPACE  KVSNAPSHOT  NODE    SINCE                 REASON       OPERATION  MESSAGE",
            "team       held        node-b  2026-01-01T00:00:00Z  AgentSilent  uid/1/0    The agent of node \"node-b\" is lost.");
  }
}
