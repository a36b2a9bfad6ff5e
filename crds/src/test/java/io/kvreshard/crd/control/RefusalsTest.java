package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalsTest {
  private static final String SENTENCE = "KVTransferTask \"t\" is invalid: status.state: no such.";

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 405, 413, 415, 422})
  void refusalForGoodIsTheServersSentence(int code) {
    assertThat(Refusals.of(answer(code))).isInstanceOf(RefusedException.class).hasMessage(SENTENCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 429, 500, 503})
  void troubleThatMayPassIsTheServersSentenceToo(int code) {
    assertThat(Refusals.of(answer(code)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessage(SENTENCE);
  }

  @Test
  void callThatNobodyHasAnsweredSaysWhy() {
    var lost =
        new KubernetesClientException("Operation patch failed.", new IOException("no route"));

    assertThat(Refusals.of(lost)).hasMessage("Operation patch failed. (no route)");
  }

  /** As the client makes it: its message is the whole answer. */
  private static KubernetesClientException answer(int code) {
    var status = new StatusBuilder().withCode(code).withMessage(SENTENCE).build();
    return new KubernetesClientException(
        "Failure executing: PATCH at: https://… Received status: " + status, code, status);
  }
}
