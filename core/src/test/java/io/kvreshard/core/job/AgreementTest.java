package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.plan.PlannerVersion.Algorithm;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.AgentView.Contact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgreementTest {
  private static final AgentView SAME = agent("n1", List.of("Ordinal/1", "Balanced/1"), 1L);

  @Test
  void ofOneReleaseIsTheNewest() {
    assertThat(Agreement.of(Algorithm.BALANCED, List.of(SAME, SAME)))
        .isEqualTo(new Agreement.Agreed(PlannerVersion.BALANCED_1));
  }

  @Test
  void whatOneDoesNotKnowIsNotUsed() {
    var old = agent("n2", List.of("Ordinal/1"), 1L);
    assertThat(Agreement.of(Algorithm.ORDINAL, List.of(SAME, old)))
        .isEqualTo(new Agreement.Agreed(PlannerVersion.ORDINAL_1));
    assertThat(refusal(Algorithm.BALANCED, SAME, old))
        .isEqualTo(
            "spec.policy.replicaSelection: operator and agents of the job's nodes have no version of Balanced in common:"
                + " the operator has Ordinal/1, Balanced/1, node \"n2\" has Ordinal/1."
                + " Upgrade the older one, or choose another.");
  }

  @Test
  void whatOnlyAgentsKnowIsNotUsed() {
    var newer = agent("n2", List.of("Ordinal/1", "Ordinal/2", "Balanced/2"), 1L, 2L);
    assertThat(Agreement.of(Algorithm.ORDINAL, List.of(newer, newer)))
        .isEqualTo(new Agreement.Agreed(PlannerVersion.ORDINAL_1));
    assertThat(refusal(Algorithm.BALANCED, newer, newer)).contains("no version of Balanced");
  }

  @Test
  void whoSaysNothingKnowsNothing() {
    assertThat(refusal(Algorithm.ORDINAL, SAME, agent("n2", List.of(), 1L)))
        .contains("node \"n2\" has none");
    assertThat(refusal(Algorithm.ORDINAL, SAME, agent("n2", List.of("Ordinal/1"))))
        .contains("nodes \"n1\" and \"n2\"", "one has 1, the other none");
    var mute = agent("n1", List.of("Ordinal/1"));
    assertThat(refusal(Algorithm.ORDINAL, mute, agent("n2", List.of("Ordinal/1"))))
        .contains("one has none, the other none");
  }

  @Test
  void everyTwoMustUnderstandEachOther() {
    var both = agent("n2", List.of("Ordinal/1"), 1L, 2L);
    var later = agent("n3", List.of("Ordinal/1"), 2L);
    assertThat(Agreement.of(Algorithm.ORDINAL, List.of(SAME, both)))
        .isInstanceOf(Agreement.Agreed.class);
    assertThat(Agreement.of(Algorithm.ORDINAL, List.of(both, later)))
        .isInstanceOf(Agreement.Agreed.class);
    assertThat(refusal(Algorithm.ORDINAL, both, later, SAME))
        .isEqualTo(
            "The agents of nodes \"n1\" and \"n3\" have no version of the protocol between agents in common,"
                + " one has 1, the other 2: upgrade the older one.");
  }

  @Test
  void oneNodeSpeaksToNobody() {
    assertThat(Agreement.of(Algorithm.ORDINAL, List.of(agent("n1", List.of("Ordinal/1")))))
        .isInstanceOf(Agreement.Agreed.class);
  }

  /** Against the rule said plainly, and whatever the order. */
  @Test
  void agreesIffItIsSafe() {
    var random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      var agents = new ArrayList<AgentView>();
      for (int n = 0; n <= random.nextInt(4); n++) {
        agents.add(
            agent(
                "n" + n,
                some(random, List.of("Ordinal/1", "Ordinal/2", "Balanced/1", "Balanced/2")),
                some(random, List.of(1L, 2L, 3L)).toArray(Long[]::new)));
      }
      var found = Agreement.of(Algorithm.BALANCED, agents);
      assertThat(found instanceof Agreement.Agreed).as("%s", agents).isEqualTo(safe(agents));
      Collections.shuffle(agents, random);
      assertThat(Agreement.of(Algorithm.BALANCED, agents)).isEqualTo(found);
    }
  }

  private static boolean safe(List<AgentView> agents) {
    for (int i = 0; i < agents.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (Collections.disjoint(agents.get(i).peerVersions(), agents.get(j).peerVersions())) {
          return false;
        }
      }
    }
    return agents.stream().allMatch(agent -> agent.planners().contains("Balanced/1"));
  }

  private static <T> List<T> some(Random random, List<T> of) {
    return of.stream().filter(_ -> random.nextInt(4) > 0).toList();
  }

  private static String refusal(Algorithm algorithm, AgentView... agents) {
    return ((Agreement.None) Agreement.of(algorithm, List.of(agents))).message();
  }

  @Test
  void contentsNeedTwoAgentsThatKnowThem() {
    var older = agent("n1", List.of(), 1L);
    var newer = agent("n2", List.of(), 1L, 2L);
    assertThat(Agreement.onContents(newer, newer)).isEmpty();
    for (var none :
        List.of(
            Agreement.onContents(older, newer),
            Agreement.onContents(newer, older),
            Agreement.onContents(older, older))) {
      assertThat(none)
          .hasValueSatisfying(
              it -> assertThat(it.message()).contains("node \"n1\"", "it has 1. Upgrade it."));
    }
    assertThat(Agreement.onContents(agent("n3", List.of()), newer))
        .hasValueSatisfying(it -> assertThat(it.message()).contains("it has none."));
  }

  private static AgentView agent(String node, List<String> planners, Long... peerVersions) {
    return new AgentView(
        node, "i1", node + ":7443", planners, List.of(peerVersions), Contact.ALIVE);
  }
}
