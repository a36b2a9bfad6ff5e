package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.kvreshard.crd.testing.Kubeconfig;
import io.kvreshard.operator.OperatorMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The operator in a process of its own, as in its pod. */
final class OperatorProcess implements AutoCloseable {
  private final String name;
  private final Process process;
  private final Path log;

  private OperatorProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it; what it logs goes to {@code target/NAME.log}.
   *
   * @param name of its pod
   * @param server of the Kubernetes API
   */
  static OperatorProcess start(String name, Config server, String namespace) throws IOException {
    var kubeconfig = Kubeconfig.write(Files.createTempFile("kubeconfig", ".yaml"), server);
    var log = Path.of("target", name + ".log");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
                List.of(
                    java,
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    System.getProperty("java.class.path"),
                    OperatorMain.class.getName(),
                    "--namespace=" + namespace,
                    "--health-port=0"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("HOSTNAME", name);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    return new OperatorProcess(name, builder.start(), log);
  }

  /** Whether it holds the Lease that names this holder. */
  boolean is(String holder) {
    return holder.startsWith(name + "_");
  }

  /** Whether it works or stands by. */
  boolean hasStarted() throws IOException {
    return Files.readString(log).contains(" started, as candidate ");
  }

  /** TERM, STOP, CONT. */
  void signal(String signal) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    if (status != 0) {
      throw new AssertionError("kill -%s %s: %d".formatted(signal, name, status));
    }
  }

  /** Its exit status. */
  int awaitEnd(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("operator %s does not end within %s".formatted(name, patience));
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
