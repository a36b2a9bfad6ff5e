package io.kvreshard.crd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentLeaseTest {
  private static final String SUBDOMAIN =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

  @Test
  void aLeaseNamesItsNode() {
    assertThat(AgentLease.name("worker-1")).isEqualTo("kvreshard-agent-worker-1");
    var longest = "n".repeat(237);
    assertThat(AgentLease.name(longest)).isEqualTo("kvreshard-agent-" + longest);
  }

  @Test
  void theLeaseOfANodeWithALongNameHasALegalNameOfItsOwn() {
    // A dot at the cut.
    var node = "n".repeat(220) + "." + "n".repeat(31);
    var name = AgentLease.name(node + "a");

    assertThat(name)
        .hasSize(253)
        .startsWith("kvreshard-agent-" + node.substring(0, 221))
        .matches(SUBDOMAIN);
    assertThat(AgentLease.name(node + "b")).isNotEqualTo(name);
  }
}
