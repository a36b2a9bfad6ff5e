package io.kvreshard.e2e.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.SnapshotPhase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A move goes on beside those who take all they can get: of an agent's ports. */
class CrowdedNodeIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int CONNECTIONS = 10_000;
  private static final int THREADS = 8;

  /** Some seconds for the rig's four megabytes. */
  private static final long STEADY = 700_000;

  private static final Pattern DATA_PORT = Pattern.compile("streams on (\\d+),");

  @TempDir(cleanup = ON_SUCCESS)
  static Path root;

  private static Rig rig;

  @BeforeAll
  static void start() throws Exception {
    rig = Rig.start(root);
    rig.renew();
  }

  @AfterAll
  static void stop() {
    rig.close();
  }

  @Test
  void tenThousandConnectionsOfStrangersDisturbNoMove() throws Exception {
    var agent = rig.subjects("agent-b").getFirst();
    long descriptors = entries(agent, "fd");
    long threads = entries(agent, "task");
    int lines = agent.log().size();
    var move = begin(Scenario.MOVE.job("disturbed", rig.source(), rig.target(), STEADY));
    move.until("Moving");

    var left = new AtomicInteger(CONNECTIONS);
    var crowd =
        IntStream.range(0, THREADS)
            .mapToObj(i -> Thread.ofPlatform().start(new Strangers(dataPort(agent), left, i)))
            .toList();
    move.until(JobPhase.Succeeded);
    for (var thread : crowd) {
      thread.join();
    }

    assertThat(move.attempts()).isOne();
    assertThat(move.soonSettled()).isEmpty();
    assertThat(agent.alive()).isTrue();
    assertThat(agent.log().size() - lines).as("lines of its log").isLessThan(100);
    rig.until(
        "the agent to be as before",
        LIMIT,
        () -> entries(agent, "fd") <= descriptors + 10 && entries(agent, "task") <= threads + 10);
    rig.renew(rig.target(), SnapshotPhase.Reserved);
    var next = begin(Scenario.MOVE.job("next", rig.source(), rig.target()));
    assertThat(next.soonSettled()).isEmpty();
    assertThat(next.attempts()).isOne();
  }

  private static Trial begin(KVReshardJob job) {
    return Trial.begin(rig, Scenario.MOVE, job, rig.source(), rig.target());
  }

  /** As it says itself, the last time it started. */
  private static int dataPort(Subject agent) {
    return agent.log().stream()
        .map(DATA_PORT::matcher)
        .filter(Matcher::find)
        .map(matcher -> Integer.parseInt(matcher.group(1)))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  private static long entries(Subject subject, String folder) {
    try (var all = Files.list(Path.of("/proc", Long.toString(subject.pid()), folder))) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
