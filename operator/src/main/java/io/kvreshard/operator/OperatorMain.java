package io.kvreshard.operator;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kvreshard.crd.probe.HealthServer;
import io.kvreshard.crd.telemetry.Telemetry;
import io.kvreshard.operator.kubernetes.KubernetesOperator;
import io.kvreshard.operator.kubernetes.ServerClock;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's process in a cluster: see {@link Options}. */
public final class OperatorMain {
  private static final String LOGGING = "logback.configurationFile";

  private OperatorMain() {}

  /**
   * Runs until SIGTERM (exit status 0: another operator may take over at once) or until it has lost
   * the election (exit status 1).
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "operator-logback.xml");
    }
    var log = LoggerFactory.getLogger(OperatorMain.class);
    try {
      System.exit(run(Options.parse(arguments, System.getenv()), log));
    } catch (IllegalArgumentException e) {
      log.error("{}", e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      log.error("The health port cannot be opened: {}", e.getMessage());
      System.exit(1);
    } catch (RuntimeException e) {
      log.error("The operator cannot start: is the API server there, are the CRDs installed?", e);
      System.exit(1);
    }
  }

  private static int run(Options options, Logger log) throws IOException, InterruptedException {
    var stop = new CountDownLatch(1);
    var lost = new CountDownLatch(1);
    var clock = new ServerClock(InstantSource.system());
    var running = new AtomicReference<@Nullable KubernetesOperator>();
    StopSignals.handle(
        () -> {
          if (running.get() == null) {
            // It waits for the API server, and holds nothing.
            System.exit(0);
          }
          stop.countDown();
        });
    try (var telemetry = Telemetry.start();
        var tracing = Tracing.start("kvreshard-operator", options.identity());
        var health =
            HealthServer.start(
                new InetSocketAddress(options.healthPort()),
                () -> Optional.ofNullable(running.get()).flatMap(KubernetesOperator::trouble),
                () -> {
                  var operator = running.get();
                  return operator == null
                      ? Optional.of("it waits for the API server and the CRDs")
                      : operator.hindrance();
                },
                telemetry::scrape);
        var client =
            new KubernetesClientBuilder().withHttpClientBuilderConsumer(clock::listen).build();
        var operator =
            KubernetesOperator.start(
                client,
                options.namespace(),
                options.settings(),
                clock,
                options.election() ? options.identity() : null,
                () -> {
                  lost.countDown();
                  stop.countDown();
                },
                telemetry.meters(),
                tracing)) {
      running.set(operator);
      log.info("Health and metrics on port {}", health.port());
      stop.await();
      log.info("The operator stops");
    }
    return lost.getCount() == 0 ? 1 : 0;
  }
}
