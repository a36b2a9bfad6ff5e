package io.kvreshard.crd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentLeaseTest {
  @Test
  void aLeaseNamesItsNode() {
    // The chart's admission policy says the same name.
    assertThat(AgentLease.name("worker-1")).isEqualTo("kvreshard-agent-worker-1");
    assertThat(AgentLease.nodeName("kvreshard-agent-worker-1")).contains("worker-1");
    assertThat(AgentLease.nodeName("kvreshard-operator")).isEmpty();
  }
}
