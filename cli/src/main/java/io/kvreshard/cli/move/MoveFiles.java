package io.kvreshard.cli.move;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.cli.input.InputFile;
import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.resource.ConfigMaps;
import io.kvreshard.cli.resource.Manifest;
import io.kvreshard.cli.resource.SnapshotObject;
import io.kvreshard.cli.validate.Validation;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.document.MissingPlacementException;
import io.kvreshard.crd.document.ReplicaPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds a job and the two snapshots that it names among the objects of some files. */
public final class MoveFiles {
  private final List<Manifest> manifests;

  private MoveFiles(List<Manifest> manifests) {
    this.manifests = manifests;
  }

  /**
   * Reads the move that a job asks for.
   *
   * @param files names of files with the job and its snapshots, in any order
   * @param job name of the job; null if there is only one
   * @throws RefusedException if an object of ours in the files is invalid
   * @throws UnusableInputException if one is missing
   */
  public static Move read(List<String> files, @Nullable String job) {
    var manifests = Validation.manifests(files.stream().map(InputFile::read).toList());
    return new MoveFiles(manifests).move(job);
  }

  private Move move(@Nullable String name) {
    var job = job(name);
    try {
      var spec = new ObjectMapper().treeToValue(job.object().get("spec"), KVReshardJobSpec.class);
      var policy = spec.policy();
      return new Move(
          job.name(),
          side(job, "spec.source.snapshotRef.name", spec.source().snapshotRef().name()),
          side(job, "spec.target.snapshotRef.name", spec.target().snapshotRef().name()),
          policy == null ? null : policy.sourceDataParallelRank(),
          PlannerVersion.newest(ReplicaPolicy.algorithm(policy)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the schema accepted what its class refuses", e);
    }
  }

  private Manifest job(@Nullable String name) {
    var jobs = ofKind(KVReshardJob.class.getSimpleName());
    if (name == null && jobs.size() == 1) {
      return jobs.getFirst();
    }
    var names = jobs.stream().map(Manifest::name).collect(Collectors.joining(", "));
    return jobs.stream()
        .filter(job -> job.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusableInputException(
                    jobs.isEmpty()
                        ? "no KVReshardJob is in the files: add the file that has it with -f"
                        : name == null
                            ? "several KVReshardJobs are in the files, choose one with --job: "
                                + names
                            : "no KVReshardJob \"%s\" is in the files, but: %s"
                                .formatted(name, names)));
  }

  private Side side(Manifest job, String field, String name) {
    var found =
        ofKind(KVSnapshot.class.getSimpleName()).stream()
            .filter(it -> it.name().equals(name) && it.sharesNamespace(job))
            .toList();
    if (found.size() != 1) {
      throw new UnusableInputException(
          "KVReshardJob \"%s\": %s: %s"
              .formatted(
                  job.name(),
                  field,
                  found.isEmpty()
                      ? "no KVSnapshot \"%s\" is in the files: add it with -f (kubectl get kvsnap %s -o yaml)"
                          .formatted(name, name)
                      : "%d KVSnapshots \"%s\" are in the files: say the job's metadata.namespace"
                          .formatted(found.size(), name)));
    }
    return side(found.getFirst());
  }

  private Side side(Manifest snapshot) {
    var maps = ConfigMaps.of(manifests);
    try {
      var groups =
          SnapshotObject.read(snapshot.object(), ref -> maps.text(snapshot, ref)).stream()
              .map(it -> new GroupDocuments(it.name(), it.snapshot(), it.placement()))
              .toList();
      return new Side(snapshot.name(), groups, nodes(snapshot.object()));
    } catch (MissingPlacementException e) {
      throw new UnusableInputException(
          "%s: %s: add the ConfigMap with -f".formatted(snapshot.title(), e.getMessage()));
    }
  }

  private static Map<String, String> nodes(JsonNode snapshot) {
    var nodes = new HashMap<String, String>();
    for (var participant : snapshot.at("/status/participants")) {
      Optional.of(participant.path("node").asText())
          .filter(node -> !node.isEmpty())
          .ifPresent(node -> nodes.put(participant.path("id").asText(), node));
    }
    return nodes;
  }

  private List<Manifest> ofKind(String kind) {
    return manifests.stream().filter(manifest -> manifest.kind().equals(kind)).toList();
  }
}
