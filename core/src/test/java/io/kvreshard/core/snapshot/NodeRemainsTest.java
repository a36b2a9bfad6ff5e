package io.kvreshard.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.AgentView.Contact;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeRemainsTest {
  @ParameterizedTest
  @EnumSource(Contact.class)
  void recordsGoWithAMachineOfWhichNothingIsExpectedAndNothingOwed(Contact contact) {
    var agent = new AgentView("n1", "i1", "n1:1", List.of(), List.of(1L), contact);

    assertThat(new NodeRemains(agent, true, false).mayGo()).isEqualTo(contact == Contact.GIVEN_UP);
    assertThat(new NodeRemains(agent, true, true).mayGo()).isFalse();
    assertThat(new NodeRemains(agent, false, false).mayGo()).isFalse();
    assertThat(new NodeRemains(agent, false, true).mayGo()).isFalse();
  }
}
