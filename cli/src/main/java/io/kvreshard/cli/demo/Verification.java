package io.kvreshard.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the target's workers found when each looked at every byte of its tensors and around them.
 *
 * @param workers that answered
 * @param bytes that were compared with what they must be
 * @param wrong bytes among them
 * @param guardsWrong bytes that nobody may touch and that have changed
 * @param committed workers whose engine has activated the cache
 */
record Verification(int workers, long bytes, long wrong, long guardsWrong, int committed) {
  private static final String ENGINE = "io.kvreshard.sim.SimEngineMain";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Asks all processes of an engine. */
  static Verification of(DemoEngine engine, Path root) throws InterruptedException {
    var sum = new Verification(0, 0, 0, 0, 0);
    for (Path pod : engine.directories()) {
      Path log = root.resolve("verify-" + pod.getFileName() + ".json");
      try (var process =
          JavaProcess.start("verify", ENGINE, List.of("verify", "--dir=" + pod), Map.of(), log)) {
        process.await(LIMIT);
        for (String line : process.output()) {
          if (line.startsWith("{")) {
            sum = sum.plus(read(line));
          }
        }
      }
    }
    return sum;
  }

  /** Nothing is wrong, and everybody was asked. */
  boolean passed(int expectedWorkers, long expectedBytes) {
    return workers == expectedWorkers
        && committed == expectedWorkers
        && bytes == expectedBytes
        && wrong == 0
        && guardsWrong == 0;
  }

  private Verification plus(JsonNode worker) {
    return worker.has("participant")
        ? new Verification(
            workers + 1,
            bytes + worker.path("bytes").asLong(),
            wrong + worker.path("mismatches").asLong(),
            guardsWrong + worker.path("guardMismatches").asLong(),
            committed + (worker.path("committed").asBoolean() ? 1 : 0))
        : this;
  }

  private static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new DemoFailure("verify answered with " + line);
    }
  }
}
