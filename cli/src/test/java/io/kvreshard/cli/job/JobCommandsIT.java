package io.kvreshard.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.cli.Main;
import io.kvreshard.cli.cluster.ClusterOptions;
import io.kvreshard.cli.testing.Cli;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.Verdict;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Kubeconfig;
import io.kvreshard.crd.testing.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands against a real API server; the test writes what an operator would. */
@ExtendWith(ApiServerExtension.class)
class JobCommandsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;
  private ApiServer server;
  private String namespace;
  private Path kubeconfig;
  private KubernetesControlPlane plane;
  private ExecutorService threads;

  @BeforeEach
  void begin(ApiServer running) {
    server = running;
    namespace = server.newNamespace("jobs");
    kubeconfig = Kubeconfig.write(folder.resolve("config"), server.config());
    plane = new KubernetesControlPlane(server.client(), "test");
    threads = Executors.newVirtualThreadPerTaskExecutor();
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
    plane.close();
  }

  @Test
  void waitTellsTheEndsApart() throws Exception {
    assertThat(end("one", JobPhase.Succeeded, "Succeeded", Verdict.Commit).status()).isZero();
    assertThat(end("two", JobPhase.Cancelled, "Cancelled", Verdict.Abort).status()).isEqualTo(5);
    assertThat(end("plan", JobPhase.Pending, "DryRun", null).status()).isZero();
    var failed = end("three", JobPhase.Failed, "EngineRefused", Verdict.Abort);
    assertThat(failed.status()).isEqualTo(4);
    assertThat(failed.out())
        .isEqualToIgnoringNewLines(
            "KVReshardJob \"three\" Failed, EngineRefused: Because. Who must act: who runs the engines.");
    assertThat(failed.err()).isEmpty();
  }

  @Test
  void waitSeesTheEndThatComes() throws Exception {
    create("move");
    var waiting = start("wait", "job/move", "-o", "json");
    status("move", Jobs.moving(1, 4));
    status("move", Jobs.status(JobPhase.Committing, "Committing", "Soon.", Verdict.Commit));
    assertThat(waiting).isNotDone();
    status("move", Jobs.status(JobPhase.Succeeded, "Succeeded", "Moved.", Verdict.Commit));

    var result = result(waiting);
    assertThat(result.status()).isZero();
    var json = json(result);
    assertThat(json.path("ending").asText()).isEqualTo("Succeeded");
    assertThat(json.path("message").asText()).isEqualTo("Moved.");
    assertThat(json.path("jobDigest").asText()).hasSize(64);
    assertThat(json.path("whoMustAct").isNull()).isTrue();
  }

  @Test
  void waitSeesThatTheJobIsDeletedOrIsAnotherOne() throws Exception {
    var gone = create("gone");
    var waiting = follow("gone");
    plane.delete(gone);
    assertThat(ending(waiting)).isEqualTo(Ending.DELETED);

    var replaced = create("replaced");
    var again = follow("replaced");
    plane.delete(replaced);
    create("replaced");
    assertThat(ending(again)).isEqualTo(Ending.DELETED);
  }

  @Test
  void waitOutlivesAnApiServerThatIsAway() throws Exception {
    create("move");
    var waiting = follow("move");
    server.outage(() -> assertThat(waiting).isNotDone());
    status("move", Jobs.status(JobPhase.Cancelled, "Cancelled", "As wanted.", Verdict.Abort));
    assertThat(ending(waiting)).isEqualTo(Ending.CANCELLED);
  }

  @Test
  void waitHasADeadline() throws Exception {
    create("slow");
    status("slow", Jobs.status(JobPhase.Pending, "WaitingForSource", "Not there.", null));
    assertThat(run("wait", "slow", "--timeout", "0s").status()).isEqualTo(7);
    var result = run("wait", "slow", "--timeout", "1s");
    assertThat(result.status()).isEqualTo(7);
    assertThat(result.out())
        .contains("has not ended within 1s: it is Pending, WaitingForSource: Not there.");
    var missing = run("wait", "nobody");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err())
        .contains("there is no KVReshardJob \"nobody\" in namespace", "kubectl get kvjobs -A");
  }

  @Test
  void retryCreatesTheNextTry() throws Exception {
    end("move", JobPhase.Failed, "EngineRefused", Verdict.Abort);
    var first = run("retry", "job/move");
    assertThat(first.err()).isEmpty();
    assertThat(first.out())
        .isEqualToIgnoringNewLines(
            "KVReshardJob \"move-2\" is created: another try of KVReshardJob \"move\"");
    assertThat(job("move-2").getSpec().retryOf()).isEqualTo("move");

    var second = run("retry", "job/move");
    assertThat(second.status()).isEqualTo(1);
    assertThat(second.err())
        .contains("has another try already: KVReshardJob \"move-2\" is Pending");
    status("move-2", Jobs.status(JobPhase.Failed, "EngineRefused", "No.", Verdict.Abort));
    assertThat(run("retry", "move-2", "--name", "move").err())
        .contains("there is a KVReshardJob \"move\" already");
    assertThat(json(run("retry", "move-2", "-o", "json")).path("name").asText())
        .isEqualTo("move-3");

    end("done", JobPhase.Succeeded, "Succeeded", Verdict.Commit);
    var succeeded = run("retry", "done");
    assertThat(succeeded.status()).isEqualTo(1);
    assertThat(succeeded.err()).contains("KVReshardJob \"done\" has Succeeded");
  }

  @Test
  void retryWaitsIfItIsAskedTo() throws Exception {
    end("move", JobPhase.Cancelled, "Cancelled", Verdict.Abort);
    var waiting = start("retry", "job/move", "--name", "again", "--wait");
    await()
        .atMost(PATIENCE)
        .until(() -> plane.get(KVReshardJob.class, namespace, "again").isPresent());
    status("again", Jobs.status(JobPhase.Failed, "SourceLost", "Gone.", Verdict.Abort));
    assertThat(result(waiting).status()).isEqualTo(4);
    assertThat(result(waiting).out())
        .contains("\"again\" is created", "\"again\" Failed, SourceLost");
  }

  /** Whoever comes second sees the first one's try, and is refused. */
  @Test
  void ofManyThatTryAgainAtOnceOneDoes() throws Exception {
    end("move", JobPhase.Failed, "EngineRefused", Verdict.Abort);
    var all = new ArrayList<CompletableFuture<Cli.Result>>();
    for (int i = 0; i < 4; i++) {
      all.add(start("retry", "move"));
    }
    var statuses = new ArrayList<Integer>();
    for (var one : all) {
      statuses.add(result(one).status());
    }
    assertThat(statuses).containsExactlyInAnyOrder(0, 1, 1, 1);
  }

  @Test
  void wishesAreWrittenOnce() throws Exception {
    create("move");
    assertThat(run("suspend", "job/move").out())
        .isEqualToIgnoringNewLines(
            "KVReshardJob \"move\" gives back what it holds, and waits until it is resumed.");
    assertThat(job("move").getSpec().suspend()).isTrue();
    var again = run("suspend", "job/move");
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("is suspended already");

    assertThat(json(run("resume", "move", "-o", "json")).path("changed").asBoolean()).isTrue();
    assertThat(job("move").getSpec().suspend()).isFalse();
    assertThat(json(run("resume", "move", "-o", "json")).path("changed").asBoolean()).isFalse();

    assertThat(run("cancel", "kvjob/move").out()).contains("\"move\" will be Cancelled");
    assertThat(run("cancel", "kvjob/move").out()).contains("is being cancelled already");
    var late = run("resume", "move");
    assertThat(late.status()).isEqualTo(1);
    assertThat(late.err()).contains("is being cancelled, and that is never taken back");
  }

  @Test
  void whatComesTooLateIsRefused() throws Exception {
    create("move");
    status("move", Jobs.status(JobPhase.Committing, "Committing", "Soon.", Verdict.Commit));
    for (var verb : List.of("cancel", "suspend")) {
      var result = run(verb, "move");
      assertThat(result.status()).isEqualTo(1);
      assertThat(result.err()).contains("the decision to commit was made");
    }
    assertThat(job("move").getSpec().cancel()).isNull();
  }

  /** As a process of its own: a client library that warns does so in a log that is off. */
  @Test
  void onlyTheCommandSpeaks() throws Exception {
    create("slow");
    var output = folder.resolve("output");
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "wait",
                "job/slow",
                "--timeout=1s",
                "--kubeconfig=" + kubeconfig,
                "--namespace=" + namespace)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(output).lines().filter(line -> !line.startsWith("WARNING: ")))
        .containsExactly("KVReshardJob \"slow\" has not ended within 1s: it is Pending.");
    assertThat(process.exitValue()).isEqualTo(7);
  }

  private Cli.Result end(String name, JobPhase phase, String reason, @Nullable Verdict verdict)
      throws Exception {
    var job = Samples.job(namespace, name, "a", "b");
    if (verdict == null) {
      var spec = job.getSpec();
      job.setSpec(dryRun(spec));
    }
    plane.create(job);
    status(name, Jobs.status(phase, reason, "Because.", verdict));
    return run("wait", "job/" + name);
  }

  private static KVReshardJobSpec dryRun(KVReshardJobSpec spec) {
    return new KVReshardJobSpec(
        spec.source(),
        spec.target(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        true,
        null,
        null,
        null);
  }

  private KVReshardJob create(String name) throws Exception {
    return plane.create(Samples.job(namespace, name, "a", "b"));
  }

  private KVReshardJob job(String name) {
    return plane.get(KVReshardJob.class, namespace, name).orElseThrow();
  }

  private void status(String name, KVReshardJobStatus status) throws Exception {
    var job = job(name);
    job.setStatus(status);
    plane.writeStatus(job);
  }

  private CompletableFuture<Cli.Result> start(String... arguments) {
    return CompletableFuture.supplyAsync(() -> run(arguments), threads);
  }

  /** Waits in a thread of its own, and has begun to. */
  private CompletableFuture<JobEnd> follow(String name) throws InterruptedException {
    var begun = new CountDownLatch(1);
    var options =
        CommandLine.populateCommand(
            new ClusterOptions(), "--kubeconfig", kubeconfig.toString(), "-n", namespace);
    var waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try (var access = new JobAccess(options.open(), name)) {
                return Waiting.of(access, access.require(), PATIENCE, _ -> begun.countDown());
              }
            },
            threads);
    assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return waiting;
  }

  private static Ending ending(CompletableFuture<JobEnd> waiting) throws Exception {
    return waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).ending();
  }

  private static Cli.Result result(CompletableFuture<Cli.Result> running) throws Exception {
    return running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static JsonNode json(Cli.Result result) throws Exception {
    return new ObjectMapper().readTree(result.out());
  }

  private Cli.Result run(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", kubeconfig.toString(), "-n", namespace));
    return Cli.run(all.toArray(String[]::new));
  }
}
