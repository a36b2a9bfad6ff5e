package io.kvreshard.operator.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.core.job.Phase;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.status.Truth;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.testing.Binaries;
import io.kvreshard.crd.testing.Kubectl;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.testing.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What tools that know nothing of us make of every status that the operator can write: the real
 * kstatus of cli-utils, and our health check for Argo CD in the interpreter that Argo CD has.
 */
class HealthIT {
  private static final Path ARGOCD = Path.of("../gitops/argocd");
  private static final String LUA = ARGOCD.resolve("health.lua").toString();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /** A job's status, and what tools should say of it. */
  private record Case(KVReshardJob job, String kstatus, String argocd) {}

  /** What tools say of an object. */
  private record Expected(String kstatus, String argocd) {}

  private record Verdict(String name, String status) {}

  @Test
  void kstatus() throws IOException {
    assertThat(verdicts(jobs(), "kstatus"))
        .isEqualTo(cases().stream().map(it -> new Verdict(name(it.job()), it.kstatus())).toList());
  }

  @Test
  void argoCd() throws IOException {
    assertThat(verdicts(jobs(), "argocd", LUA))
        .isEqualTo(cases().stream().map(it -> new Verdict(name(it.job()), it.argocd())).toList());
  }

  /** Objects that a real API server has shown, snapshots too. */
  @Test
  void recordedObjects() throws IOException {
    var expected =
        Map.ofEntries(
            Map.entry("job-cancelled", new Expected("Current", "Healthy")),
            Map.entry("job-failed", new Expected("Failed", "Degraded")),
            Map.entry("job-planned", new Expected("Current", "Healthy")),
            Map.entry("job-queued", new Expected("InProgress", "Progressing")),
            Map.entry("job-running", new Expected("InProgress", "Progressing")),
            Map.entry("job-succeeded", new Expected("Current", "Healthy")),
            Map.entry("job-suspended", new Expected("InProgress", "Suspended")),
            Map.entry("job-waiting", new Expected("InProgress", "Progressing")),
            Map.entry("snapshot-filling", new Expected("Current", "Healthy")),
            Map.entry("snapshot-ready", new Expected("Current", "Healthy")),
            Map.entry("snapshot-reserved", new Expected("Current", "Healthy")));
    var names = Recorded.names();
    var objects = names.stream().map(name -> Recorded.read(name).toString()).toList();
    var kstatus = judge(objects, "kstatus");
    var argocd = judge(objects, "argocd", LUA);
    var seen = new TreeMap<String, Expected>();
    for (int i = 0; i < names.size(); i++) {
      seen.put(names.get(i), new Expected(kstatus.get(i), argocd.get(i)));
    }
    assertThat(seen).containsExactlyInAnyOrderEntriesOf(expected);
  }

  /** Before the operator has seen it, or its last change, nothing is said of a job. */
  @Test
  void aStatusThatIsNotThereYetIsProgress() throws IOException {
    var fresh = Samples.job("default", "fresh", "a", "b");
    fresh.getMetadata().setGeneration(1L);
    var changed = job(Phase.Succeeded, Reason.Succeeded, Truth.True);
    changed.getMetadata().setGeneration(2L);
    var objects = List.<HasMetadata>of(fresh, changed);
    assertThat(verdicts(objects, "argocd", LUA))
        .extracting(Verdict::status)
        .containsExactly("Progressing", "Progressing");
    assertThat(verdicts(objects, "kstatus"))
        .last()
        .extracting(Verdict::status)
        .isEqualTo("InProgress");
  }

  /** People copy the patch; it has to say what the script says. */
  @Test
  void thePatchContainsTheScript() throws IOException {
    var patch = new YAMLMapper().readTree(Files.readString(ARGOCD.resolve("argocd-cm.yaml")));
    var script = Files.readString(ARGOCD.resolve("health.lua"));
    assertThat(patch.get("data").properties())
        .extracting(entry -> entry.getKey(), entry -> entry.getValue().asText())
        .containsExactly(
            tuple("resource.customizations.health.kvreshard.io_KVReshardJob", script),
            tuple("resource.customizations.health.kvreshard.io_KVSnapshot", script));
  }

  private static List<HasMetadata> jobs() {
    return cases().stream().map(it -> (HasMetadata) it.job()).toList();
  }

  /** Every phase with every reason that it can have. */
  private static List<Case> cases() {
    var cases = new ArrayList<Case>();
    for (var phase : Phase.values()) {
      for (var reason : Reason.values()) {
        for (var quiesced : Truth.values()) {
          if (possible(phase, reason)) {
            cases.add(expected(phase, reason, job(phase, reason, quiesced)));
          }
        }
      }
    }
    return cases;
  }

  private static Case expected(Phase phase, Reason reason, KVReshardJob job) {
    return switch (phase) {
      case Succeeded, Cancelled -> new Case(job, "Current", "Healthy");
      case Failed -> new Case(job, "Failed", "Degraded");
      case Pending, Queued, Running, Committing ->
          switch (reason) {
            case DryRun -> new Case(job, "Current", "Healthy");
            case Suspended -> new Case(job, "InProgress", "Suspended");
            default -> new Case(job, "InProgress", "Progressing");
          };
    };
  }

  private static boolean possible(Phase phase, Reason reason) {
    return switch (phase) {
      case Pending -> reason.kind() == Reason.Kind.PROGRESS || reason == Reason.DryRun;
      case Queued -> reason.kind() == Reason.Kind.PROGRESS;
      case Running -> reason.kind() != Reason.Kind.GOOD || reason == Reason.Cancelled;
      case Committing -> reason == Reason.Committing;
      case Succeeded -> reason == Reason.Succeeded;
      case Cancelled -> reason == Reason.Cancelled;
      case Failed -> reason.kind() == Reason.Kind.FINAL;
    };
  }

  private static KVReshardJob job(Phase phase, Reason reason, Truth quiesced) {
    var name = "%s-%s-%s".formatted(phase, reason, quiesced);
    var job = Samples.job("default", name, "a", "b");
    job.getMetadata().setUid("0b7c2cf2-3a5e-4a27-9a3c-5d6f7b8a9c0d");
    job.getMetadata().setGeneration(1L);
    job.getMetadata().setCreationTimestamp(NOW.toString());
    job.setStatus(
        new JobStatusDraft(job).phase(phase).quiesced(quiesced).build(reason, "Why.", NOW));
    return job;
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  private static List<Verdict> verdicts(List<HasMetadata> objects, String... arguments)
      throws IOException {
    var statuses = judge(objects.stream().map(Serialization::asJson).toList(), arguments);
    var verdicts = new ArrayList<Verdict>();
    for (int i = 0; i < objects.size(); i++) {
      verdicts.add(new Verdict(name(objects.get(i)), statuses.get(i)));
    }
    return verdicts;
  }

  /** What a tool says of each object, in JSON. */
  private static List<String> judge(List<String> objects, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(Binaries.program("health").toString()));
    command.addAll(List.of(arguments));
    var result = Kubectl.run(command, String.join("\n", objects));
    assertThat(result.status()).as(result.output()).isZero();
    try (var lines =
        new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(result.output())) {
      var statuses = lines.readAll().stream().map(it -> it.get("status").asText()).toList();
      assertThat(statuses).hasSameSizeAs(objects);
      return statuses;
    }
  }
}
