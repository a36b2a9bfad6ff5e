package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.telemetry.WriteMeters;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.control.Controllers;
import io.kvreshard.operator.control.HistorySweep;
import io.kvreshard.operator.control.NodeSweep;
import io.kvreshard.operator.control.OrphanSweep;
import io.kvreshard.operator.election.Election;
import io.kvreshard.operator.election.Fence;
import io.kvreshard.operator.election.Leadership;
import io.kvreshard.operator.election.NotLeadingException;
import io.kvreshard.operator.election.Terms;
import io.kvreshard.operator.metrics.Census;
import io.kvreshard.operator.metrics.JobMeters;
import io.kvreshard.operator.metrics.PlanMeters;
import io.kvreshard.operator.observe.NodeObjects;
import io.kvreshard.operator.observe.Recent;
import io.kvreshard.operator.queue.Line;
import io.kvreshard.operator.trace.JobTraces;
import io.kvreshard.tracing.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Both controllers under the Java Operator SDK, with or without an election of one leader. */
public final class KubernetesOperator implements AutoCloseable {
  /** Who writes, in managed fields and events; also the name of the election's Lease. */
  public static final String NAME = "kvreshard-operator";

  private static final Logger LOG = LoggerFactory.getLogger(KubernetesOperator.class);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);
  private static final Duration ELECTION_REQUEST = Duration.ofSeconds(3);

  /** A turn waits for the API server nearly all of its time. */
  private static final int THREADS = 32;

  private final Leadership leadership;
  private final Turns turns;
  private final Controllers controllers;
  private final JobReconciler jobs;
  private final SnapshotReconciler snapshots;
  private final Operator operator;
  private final @Nullable Election election;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private KubernetesOperator(
      KubernetesClient client,
      String namespace,
      Settings settings,
      InstantSource clock,
      @Nullable String identity,
      Runnable onLoss,
      MeterRegistry registry,
      Tracing tracing) {
    leadership = identity == null ? Leadership.unopposed() : Leadership.contested(Terms.USUAL);
    turns = new Turns(leadership, registry);
    var recent = Recent.of(System::nanoTime);
    leadership.whenWon(recent::takeOver);
    var census = new Census(registry, leadership::leads);
    var plane =
        keep(
            new InterceptedControlPlane(
                new InterceptedControlPlane(
                    new KubernetesControlPlane(client, NAME), new WriteMeters(registry)),
                new Fence(leadership)));
    controllers =
        keep(
            Controllers.start(
                plane,
                namespace,
                new NodeObjects(plane),
                settings,
                recent,
                clock,
                System::nanoTime,
                new JobMeters(registry).and(JobTraces.of(tracing))));
    PlanMeters.register(registry, controllers.plans());
    census.agents(() -> controllers.fleet().agents().values());
    jobs = new JobReconciler(controllers, turns, namespace, new Hearing(recent), census);
    snapshots =
        new SnapshotReconciler(controllers.snapshots(), turns, controllers.fleet(), jobs, census);
    operator = register(client);
    try {
      operator.start();
      recent.rely(KVSnapshot.class, snapshots::find);
      parts.push(operator::stop);
      sweep();
      // Begins last: who leads must be able to work. Ends first: who does not lead must not.
      election = identity == null ? null : keep(elect(client, namespace, identity, onLoss));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Operator register(KubernetesClient client) {
    var made =
        new Operator(
            overrider ->
                overrider
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withConcurrentReconciliationThreads(THREADS)
                    .withReconciliationTerminationTimeout(STOP)
                    .withUseSSAToPatchPrimaryResource(true));
    made.register(
        jobs,
        config ->
            config
                .withName("jobs")
                .watchingAllNamespaces()
                .withTriggerReconcilerOnAllEvents(true)
                .withOnAddFilter(jobs::added)
                .withOnUpdateFilter(jobs::updated)
                .withRetry(retry()));
    made.register(
        snapshots,
        config -> config.withName("snapshots").watchingAllNamespaces().withRetry(retry()));
    return made;
  }

  /**
   * Starts; as the leader at once, or when it becomes it.
   *
   * @param client stays the caller's
   * @param namespace of the operator: tasks, documents, Leases
   * @param settings of jobs
   * @param clock the API server's, see {@link ServerClock}
   * @param identity of this process in the election; null: there is none, it is the only operator
   * @param onLoss another process leads, or may: this one must end
   * @param registry of the metrics
   * @param tracing of jobs; stays the caller's
   */
  public static KubernetesOperator start(
      KubernetesClient client,
      String namespace,
      Settings settings,
      InstantSource clock,
      @Nullable String identity,
      Runnable onLoss,
      MeterRegistry registry,
      Tracing tracing) {
    Served.await(client, namespace);
    var started =
        new KubernetesOperator(
            client, namespace, settings, clock, identity, onLoss, registry, tracing);
    LOG.info(
        "Operator of namespace {} started, {}",
        namespace,
        identity == null ? "without election" : "as candidate " + identity);
    return started;
  }

  /** Why the process should be started anew; empty: it need not. */
  public Optional<String> trouble() {
    return Optional.ofNullable(election).flatMap(Election::trouble).or(turns::trouble);
  }

  /**
   * What it is not ready for; empty: it works, or could take over at once. Not a reason to start it
   * anew: without the API server no operator sees the cluster.
   */
  public Optional<String> hindrance() {
    var blind =
        operator.getRuntimeInfo().unhealthyEventSources().values().stream()
            .flatMap(sources -> sources.keySet().stream())
            .sorted()
            .collect(Collectors.joining(", "));
    return blind.isEmpty()
        ? Optional.empty()
        : Optional.of("it does not hear from the API server of: " + blind);
  }

  private Election elect(
      KubernetesClient client, String namespace, String identity, Runnable onLoss) {
    var requests =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestTimeout((int) ELECTION_REQUEST.toMillis())
            .withRequestRetryBackoffLimit(0)
            .build();
    var plane =
        keep(
            new KubernetesControlPlane(
                client.newClient(requests).adapt(KubernetesClient.class), NAME));
    return Election.start(plane, namespace, NAME, identity, Terms.USUAL, leadership, onLoss);
  }

  /** What is looked after by time, not by events; each look is cheap, or rare. */
  private void sweep() {
    var sweeper =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("sweeper").factory());
    parts.push(sweeper::shutdownNow);
    repeat(sweeper, OrphanSweep.PERIOD, controllers.orphans()::run, Duration.ZERO);
    every(sweeper, NodeSweep.PERIOD, controllers.nodes()::run);
    every(sweeper, HolderSweep.PERIOD, new HolderSweep(jobs, snapshots)::run);
    every(sweeper, HistorySweep.PERIOD, controllers.history()::run);
    every(sweeper, Line.REFRESH, () -> controllers.line().refresh(jobs::exists));
  }

  private void every(ScheduledExecutorService sweeper, Duration period, Runnable work) {
    var _ =
        sweeper.scheduleWithFixedDelay(
            () -> attempt(work), 0, period.toSeconds(), TimeUnit.SECONDS);
  }

  /**
   * Work that says when it is due again.
   *
   * @param usual when, if it could not be done
   */
  private void repeat(
      ScheduledExecutorService sweeper, Duration usual, Supplier<Duration> work, Duration after) {
    var next = new AtomicReference<>(usual);
    var _ =
        sweeper.schedule(
            () -> {
              attempt(() -> next.set(work.get()));
              repeat(sweeper, usual, work, next.get());
            },
            after.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void attempt(Runnable work) {
    try {
      if (leadership.leads()) {
        work.run();
      }
    } catch (NotLeadingException e) {
      LOG.debug("{}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("Jobs and tasks could not be looked after, later again: {}", e.toString());
    }
  }

  /** For ever: a job must not be forgotten because the API server was away for a while. */
  private static GenericRetry retry() {
    return new GenericRetry()
        .setInitialInterval(RETRY)
        .setIntervalMultiplier(2)
        .setMaxInterval(LONGEST_RETRY.toMillis())
        .withoutMaxAttempts();
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  /** Stops; whatever was begun is continued by the next operator. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      var part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close: {}", part, e.toString());
      }
    }
  }
}
