package io.kvreshard.operator.local;

import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.election.Election;
import io.kvreshard.operator.election.Fence;
import io.kvreshard.operator.election.Leadership;
import io.kvreshard.operator.election.Terms;
import io.kvreshard.tracing.Tracing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator without Kubernetes as a process of its own: several elect one leader, as in a
 * cluster. Arguments: the folder of the objects, the operator's namespace, seconds of the Lease,
 * seconds until a lost agent is given up.
 */
public final class LocalOperatorMain {
  private static final String LOGGING = "logback.configurationFile";
  private static final String LEASE = "kvreshard-operator";

  private LocalOperatorMain() {}

  /**
   * Runs until SIGTERM (another operator may take over at once) or until it has lost the election
   * (exit status 1).
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "operator-logback.xml");
    }
    if (arguments.length != 4) {
      System.err.println(
          "usage: LocalOperatorMain OBJECTS NAMESPACE LEASE_SECONDS QUARANTINE_AFTER_SECONDS");
      System.exit(2);
    }
    run(
        Path.of(arguments[0]),
        arguments[1],
        Terms.lasting(Duration.ofSeconds(Long.parseLong(arguments[2]))),
        Settings.defaults().waiting(Duration.ofSeconds(Long.parseLong(arguments[3]))),
        LoggerFactory.getLogger(LocalOperatorMain.class));
    System.exit(1);
  }

  /** On return another operator leads, or may: nothing is closed, the process has to end. */
  private static void run(
      Path objects, String namespace, Terms terms, Settings settings, Logger log)
      throws InterruptedException {
    var won = new CountDownLatch(1);
    var lost = new CountDownLatch(1);
    var leadership = Leadership.contested(terms);
    leadership.whenWon(won::countDown);
    var identity = UUID.randomUUID().toString();
    var own = new DirectoryControlPlane(objects);
    var election =
        Election.start(own, namespace, LEASE, identity, terms, leadership, lost::countDown);
    var tracing = Tracing.start("kvreshard-operator", identity);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      election.close();
                      tracing.close();
                    }));
    log.info("Candidate {}", identity);
    won.await();
    var plane =
        new InterceptedControlPlane(new DirectoryControlPlane(objects), new Fence(leadership));
    var _ = LocalOperator.start(plane, namespace, settings, tracing);
    lost.await();
  }
}
