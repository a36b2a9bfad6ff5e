package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.operator.control.Controllers;
import io.kvreshard.operator.control.OrphanSweep;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
  private static final int THREADS = 8;

  private final KubernetesControlPlane plane;
  private final Controllers controllers;
  private final Leadership leadership;
  private final Operator operator;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("orphans").factory());

  private KubernetesOperator(
      KubernetesClient client, String namespace, @Nullable String identity, Runnable onLoss) {
    plane = new KubernetesControlPlane(client, NAME);
    leadership = new Leadership(plane, namespace, identity == null, onLoss);
    controllers = Controllers.start(plane, namespace, InstantSource.system(), System::nanoTime);
    operator =
        new Operator(
            overrider -> {
              overrider
                  .withKubernetesClient(client)
                  .withCloseClientOnStop(false)
                  .withConcurrentReconciliationThreads(THREADS)
                  .withReconciliationTerminationTimeout(STOP)
                  .withUseSSAToPatchPrimaryResource(true);
              if (identity != null) {
                overrider.withLeaderElectionConfiguration(
                    election(namespace, identity, leadership.callbacks()));
              }
            });
    operator.register(
        new JobReconciler(controllers.jobs(), namespace),
        config ->
            config
                .withName("jobs")
                .watchingAllNamespaces()
                .withTriggerReconcilerOnAllEvents(true)
                .withRetry(retry()));
    operator.register(
        new SnapshotReconciler(controllers.snapshots(), controllers.fleet()),
        config -> config.withName("snapshots").watchingAllNamespaces().withRetry(retry()));
  }

  /**
   * Starts; as the leader at once, or when it becomes it.
   *
   * @param client stays the caller's
   * @param namespace of the operator: tasks, documents, Leases
   * @param identity of this process in the election; null: there is none, it is the only operator
   * @param onLoss another process leads, or may: this one must end
   */
  public static KubernetesOperator start(
      KubernetesClient client, String namespace, @Nullable String identity, Runnable onLoss) {
    Served.await(client, namespace);
    var started = new KubernetesOperator(client, namespace, identity, onLoss);
    started.operator.start();
    started.sweepOrphans();
    LOG.info(
        "Operator of namespace {} started, {}",
        namespace,
        identity == null ? "without election" : "as candidate " + identity);
    return started;
  }

  /** Why the process should be started anew; empty: it need not. */
  public Optional<String> trouble() {
    return leadership.healthy()
        ? Optional.empty()
        : Optional.of("it leads, but its Lease is not seen to be renewed");
  }

  /** What it is not ready for; empty: it works, or stands by. */
  public Optional<String> hindrance() {
    return operator.getRuntimeInfo().isStarted()
        ? Optional.empty()
        : Optional.of("its controllers have not started");
  }

  private void sweepOrphans() {
    var _ =
        sweeper.scheduleWithFixedDelay(
            () -> {
              try {
                if (leadership.leading()) {
                  controllers.orphans().run();
                }
              } catch (RuntimeException e) {
                LOG.warn("Orphaned tasks could not be looked for: {}", e.toString());
              }
            },
            0,
            OrphanSweep.PERIOD.toSeconds(),
            TimeUnit.SECONDS);
  }

  private static LeaderElectionConfiguration election(
      String namespace, String identity, LeaderCallbacks callbacks) {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(NAME)
        .withLeaseNamespace(namespace)
        .withIdentity(identity)
        .withLeaderCallbacks(callbacks)
        .withExitOnStopLeading(false)
        .build();
  }

  /** For ever: a job must not be forgotten because the API server was away for a while. */
  private static GenericRetry retry() {
    return new GenericRetry()
        .setInitialInterval(RETRY)
        .setIntervalMultiplier(2)
        .setMaxInterval(LONGEST_RETRY.toMillis())
        .withoutMaxAttempts();
  }

  @Override
  public void close() {
    leadership.close();
    sweeper.shutdownNow();
    operator.stop();
    controllers.close();
    plane.close();
  }
}
