package io.kvreshard.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.core.queue.QueueLimits;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.observe.JobViews;
import io.kvreshard.operator.testing.JobSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line at work: jobs ask when they come and when they are called, never just so. */
class LineShareTest {
  private static final List<String> NAMESPACES = List.of("a", "b", "c");
  private static final int JOBS = 200;

  @TempDir Path directory;
  private DirectoryControlPlane plane;
  private Line line;
  private Instant now = Instant.EPOCH;
  private final Map<Member, KVReshardJob> jobs = new HashMap<>();
  private final Map<Member, Set<String>> nodes = new HashMap<>();
  private final Map<Member, Integer> running = new LinkedHashMap<>();
  private final Map<String, Integer> occupied = new HashMap<>();
  private final List<Member> started = new ArrayList<>();
  private final Deque<Member> called = new ArrayDeque<>();

  @BeforeEach
  void begin() {
    plane = new DirectoryControlPlane(directory);
    line = line(1, 1);
  }

  @AfterEach
  void end() {
    plane.close();
  }

  private Line line(int cluster, int node) {
    var made = new Line(new QueueLimits(cluster, node), plane, "kvreshard-system", () -> now);
    made.listen(called::add);
    return made;
  }

  /** The first namespace's jobs come all at once, before the others'. */
  @ParameterizedTest
  @CsvSource({"1,1,1", "6,2,2", "16,8,3"})
  void everyNamespaceHasItsShareAndNobodyIsForgotten(int cluster, int node, long seed) {
    var random = new Random(seed);
    line = line(cluster, node);
    for (var namespace : NAMESPACES) {
      for (int i = 0; i < JOBS; i++) {
        come(namespace, namespace + i, random.nextInt(10), nodes(random));
      }
    }
    while (NAMESPACES.stream().allMatch(this::waits)) {
      tick(1 + random.nextInt(3));
      assertThat(running).hasSizeLessThanOrEqualTo(cluster);
    }
    var all = occupied.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(NAMESPACES)
        .allSatisfy(
            it ->
                assertThat(occupied.getOrDefault(it, 0))
                    .isGreaterThanOrEqualTo((int) (0.8 * all / 3)));
    for (int i = 0; i < 5000 && started.size() < 3 * JOBS; i++) {
      tick(1 + random.nextInt(3));
    }
    assertThat(started).doesNotHaveDuplicates().hasSize(3 * JOBS);
  }

  @Test
  void theLowestPriorityIsServedWithinTenStarts() {
    come("a", "first", 9, Set.of("n"));
    come("a", "lowest", 0, Set.of("n"));
    for (int i = 0; i < 30; i++) {
      come("a", "urgent-" + i, 9, Set.of("n"));
      tick(1);
    }
    assertThat(started.indexOf(new Member("a", "lowest"))).isBetween(1, 10);
  }

  @Test
  void startsOfJobsThatAreGoneAreWatched() {
    come("a", "first", 9, Set.of("n"));
    come("a", "lowest", 0, Set.of("n"));
    for (int i = 0; i < 30; i++) {
      come("a", "urgent-" + i, 9, Set.of("n"));
      tick(1);
      deleteEnded();
    }
    assertThat(started.indexOf(new Member("a", "lowest"))).isBetween(1, 10);
  }

  private void deleteEnded() {
    jobs.values().removeIf(job -> JobViews.of(job).recorded().ended());
    line.refresh(jobs::containsKey);
    called.clear();
  }

  private void come(String namespace, String name, long priority, Set<String> on) {
    var job = new KVReshardJob();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withUid(name)
            .withCreationTimestamp(now.toString())
            .build());
    job.setSpec(JobSpec.of("s", "t").priority(priority).build());
    var member = Member.of(job);
    jobs.put(member, job);
    nodes.put(member, on);
    ask(member);
  }

  private void ask(Member member) {
    var place = line.ask(member, JobViews.of(job(member)), nodes(member));
    if (place.free() && running.putIfAbsent(member, 0) == null) {
      started.add(member);
      status(member, JobPhase.Running, now.toString());
      line.settle(member, JobViews.of(job(member)), nodes(member));
    }
  }

  /** A second: who has run for that long ends, and who is called then asks. */
  private void tick(int duration) {
    now = now.plusSeconds(1);
    running.keySet().forEach(it -> occupied.merge(it.namespace(), 1, Integer::sum));
    running.replaceAll((_, seconds) -> seconds + 1);
    var over =
        running.entrySet().stream()
            .filter(it -> it.getValue() >= duration)
            .map(Map.Entry::getKey)
            .toList();
    for (var member : over) {
      running.remove(member);
      status(member, JobPhase.Succeeded, job(member).getStatus().startTime());
      line.settle(member, JobViews.of(job(member)), Set.of());
      while (!called.isEmpty()) {
        ask(called.remove());
      }
    }
  }

  private void status(Member member, JobPhase phase, @Nullable String start) {
    job(member)
        .setStatus(
            new KVReshardJobStatus(
                1L, phase, 1L, null, null, null, null, null, start, start, null, null, null, null,
                null));
  }

  private KVReshardJob job(Member member) {
    return Objects.requireNonNull(jobs.get(member));
  }

  private Set<String> nodes(Member member) {
    return Objects.requireNonNull(nodes.get(member));
  }

  private boolean waits(String namespace) {
    return started.stream().filter(it -> it.namespace().equals(namespace)).count() < JOBS;
  }

  private static Set<String> nodes(Random random) {
    return random
        .ints(1 + random.nextInt(2), 0, 8)
        .mapToObj(node -> "node-" + node)
        .collect(Collectors.toSet());
  }
}
