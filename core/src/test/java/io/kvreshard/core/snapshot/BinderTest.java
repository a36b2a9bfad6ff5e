package io.kvreshard.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.AgentView.Contact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BinderTest {
  private final List<RuntimeView> runtimes =
      new ArrayList<>(
          List.of(
              runtime("rt-c", "n1", "e1", RuntimeRole.Coordinator, null, "c"),
              runtime("rt-0", "n1", "e1", RuntimeRole.Participant, "a0", "p0"),
              runtime("rt-1", "n2", "e1", RuntimeRole.Participant, "a1", "p1")));
  private Map<String, AgentView> agents =
      Map.of("n1", agent("n1", Contact.ALIVE), "n2", agent("n2", Contact.ALIVE));

  @Test
  void allLiveIsBound() {
    var bound = (Binding.Bound) bind("n1");

    assertThat(bound.coordinator()).isEqualTo(new BoundCoordinator("rt-c", "n1", "e1", "c"));
    assertThat(bound.processes())
        .containsExactly(
            new BoundProcess("a0", "rt-0", "n1", "p0"), new BoundProcess("a1", "rt-1", "n2", "p1"));
    assertThat(bound.nodes()).isEqualTo(Map.of("a0", "n1", "a1", "n2"));
  }

  @Test
  void coordinatorMayBeAnywhereIfNoNodeIsNamed() {
    assertThat(bind(null)).isInstanceOf(Binding.Bound.class);
    assertUnbound("n2", "No live coordinator of instance group \"g\" on node \"n2\".");
  }

  @Test
  void twoCoordinatorsAreAmbiguous() {
    runtimes.add(runtime("rt-d", "n1", "e2", RuntimeRole.Both, "a0", "d"));

    assertUnbound("n1", "2 live coordinators");
  }

  @Test
  void missingParticipantIsNamed() {
    runtimes.removeLast();

    assertUnbound("n1", "No live processes for participant \"a1\"");
  }

  @Test
  void participantOfAnotherEpochDoesNotCount() {
    runtimes.set(2, runtime("rt-1", "n2", "e0", RuntimeRole.Participant, "a1", "p1"));

    assertUnbound("n1", "participant \"a1\"");
  }

  @Test
  void participantTwiceIsAmbiguous() {
    runtimes.add(runtime("rt-2", "n1", "e1", RuntimeRole.Participant, "a1", "p2"));

    assertUnbound("n1", "2 live processes for participant \"a1\"");
  }

  @Test
  void sessionOfADeadAgentDoesNotCount() {
    agents = Map.of("n1", agent("n1", Contact.ALIVE), "n2", agent("n2", Contact.LOST));

    assertUnbound("n1", "participant \"a1\"");
  }

  @Test
  void sessionOfAnEarlierIncarnationDoesNotCount() {
    agents =
        Map.of(
            "n1",
            agent("n1", Contact.ALIVE),
            "n2",
            new AgentView("n2", "other", "n2:1", List.of(), List.of(), Contact.ALIVE));

    assertUnbound("n1", "participant \"a1\"");
  }

  @Test
  void absentProcessIsNotReplaced() {
    var recorded =
        List.of(
            new BoundProcess("a0", "rt", "n1", "old"), new BoundProcess("a9", "rt", "n1", "old"));

    assertThat(Replaced.among(recorded, "g", runtimes)).containsExactly("a0");
    assertThat(Replaced.among(recorded, "h", runtimes)).isEmpty();
  }

  private Binding bind(@Nullable String node) {
    return Binder.bind("g", node, new TreeSet<>(Set.of("a0", "a1")), runtimes, agents);
  }

  private void assertUnbound(String node, String words) {
    assertThat(bind(node))
        .isInstanceOfSatisfying(
            Binding.Unbound.class, unbound -> assertThat(unbound.message()).contains(words));
  }

  private static AgentView agent(String node, Contact contact) {
    return new AgentView(node, "i1", node + ":7443", List.of(), List.of(), contact);
  }

  private static RuntimeView runtime(
      String name,
      String node,
      String epoch,
      RuntimeRole role,
      @Nullable String participant,
      String instance) {
    return new RuntimeView(name, node, "g", epoch, role, participant, instance, "i1");
  }
}
