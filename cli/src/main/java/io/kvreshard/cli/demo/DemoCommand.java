package io.kvreshard.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.cli.output.Screen;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kvreshard demo}. */
@Command(
    name = "demo",
    description = {
      "Moves KV caches between simulated engines on this machine, without Kubernetes.",
      "Two agents and every rank of the engines are processes of their own; jobs and engines are",
      "those of examples/. Every byte is checked at the end."
    },
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
  private static final List<String> SCENARIOS = List.of("tp4-to-tp2", "tp2pp2-to-tp8");

  @Option(names = "--json", description = "One JSON object a scenario, nothing else.")
  boolean json;

  @Option(names = "--keep", description = "Keep the folder with logs and objects; it is named.")
  boolean keep;

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    var out = System.out;
    var story = json ? new PrintStream(PrintStream.nullOutputStream(), false) : out;
    Path root = Files.createTempDirectory("kvreshard-");
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(root)));
    System.setProperty("kvreshard.demo.log", root.resolve("operator.log").toString());
    System.setProperty("logback.configurationFile", "logback-demo.xml");
    boolean good = true;
    story.println("Two agents and the engines of examples/ on this machine; files in " + root);
    try (var cluster = DemoCluster.start(root)) {
      for (String name : SCENARIOS) {
        var scenario = Scenario.read(examples().resolve(name));
        var outcome = new Show(story, Screen.here()).play(cluster, scenario);
        good &= outcome.verified();
        if (json) {
          out.println(text(outcome));
        }
      }
    } catch (DemoFailure e) {
      System.err.println("demo: " + e.getMessage());
      good = false;
    }
    return good ? 0 : 1;
  }

  private static Path examples() {
    String home = System.getProperty("kvreshard.home");
    return Path.of(home == null ? "." : home, "examples");
  }

  private static String text(Outcome outcome) {
    try {
      return new ObjectMapper().writeValueAsString(outcome);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** However the demo ends: nothing of it stays. */
  private void end(Path root) {
    JavaProcess.endAll();
    if (!keep) {
      remove(root);
    }
  }

  private static void remove(Path root) {
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("demo: cannot remove " + root + ": " + e.getMessage());
    }
  }
}
