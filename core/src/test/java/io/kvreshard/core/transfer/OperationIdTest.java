package io.kvreshard.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationIdTest {
  @ParameterizedTest
  @ValueSource(strings = {"3b8f6c0e-7d0a-4a9b-9a57-0d8d1c5ef5a2/1/0", "demo/12/3"})
  void whatIsWrittenIsParsed(String text) {
    assertThat(OperationId.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "job",
        "job/1",
        "job/1/0/default",
        "/1/0",
        "job/0/0",
        "job/01/0",
        "job/-1/0",
        "job/1/+0",
        "job/1/0 ",
        "a b/1/0",
        "job/99999999999999999999/0"
      })
  void anythingElseIsRejected(String text) {
    assertThatThrownBy(() -> OperationId.parse(text)).isInstanceOf(RejectedException.class);
  }

  @Test
  void groupsAddTheirName() {
    OperationId operation = new OperationId("job", 1, 0);
    assertThat(operation.group("default")).isEqualTo("job/1/0/default");
    assertThatThrownBy(() -> operation.group("a/b")).isInstanceOf(RejectedException.class);
    assertThatThrownBy(() -> operation.group("")).isInstanceOf(RejectedException.class);
  }
}
