package io.kvreshard.e2e.failpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A simulated engine of the rig, as it answers for itself.
 *
 * @param snapshot name of its KVSnapshot
 * @param home the pod of its coordinator
 * @param pods all its pods
 * @param ranks number of its workers
 * @param options of all its processes
 */
record Engine(String snapshot, Path home, List<Path> pods, int ranks, List<String> options) {
  private static final String COORDINATOR = "coordinator";
  private static final int PATIENCE_SECONDS = 10;

  /** Until every byte is compared. */
  private static final int VERIFY_SECONDS = 90;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What the coordinator says of itself; empty: it does not answer. */
  Optional<JsonNode> coordinator() {
    return sockets(home).stream()
        .filter(socket -> ControlSocket.process(socket).equals(COORDINATOR))
        .findFirst()
        .flatMap(socket -> ask(socket, Question.STATUS));
  }

  /** Who holds its pages, as its coordinator says it. */
  String state() {
    return coordinator().map(it -> it.path("state").asText()).orElse("silent");
  }

  /** What the workers say, those that answer. */
  List<JsonNode> workers(Question question) {
    var answers = new ArrayList<JsonNode>();
    for (var pod : pods) {
      sockets(pod).stream()
          .filter(socket -> !ControlSocket.process(socket).equals(COORDINATOR))
          .forEach(socket -> ask(socket, question).ifPresent(answers::add));
    }
    return answers;
  }

  /** Its group epoch, if all its processes have sessions and its offer is accepted. */
  Optional<String> ready() {
    return coordinator()
        .filter(status -> status.path("ready").asBoolean())
        .map(status -> status.path("epoch").asText());
  }

  /** Has it begin anew. */
  void renew() {
    sockets(home).stream()
        .filter(socket -> ControlSocket.process(socket).equals(COORDINATOR))
        .forEach(socket -> ask(socket, Question.RENEW));
  }

  private static List<Path> sockets(Path pod) {
    try {
      return ControlSocket.in(pod);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** A process that is stopped takes the question and never answers. */
  private static Optional<JsonNode> ask(Path socket, Question question) {
    var answer = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(ControlSocket.ask(socket, question).json());
              } catch (IOException e) {
                answer.completeExceptionally(e);
              }
            });
    try {
      var patience = question == Question.VERIFY ? VERIFY_SECONDS : PATIENCE_SECONDS;
      var text = answer.get(patience, TimeUnit.SECONDS);
      return text.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(text));
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new AssertionError(socket + " does not answer in JSON", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
