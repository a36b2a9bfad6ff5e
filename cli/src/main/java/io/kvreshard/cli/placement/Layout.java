package io.kvreshard.cli.placement;

import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * How engines spread a model over their ranks: layers in bands over the pipeline stages, heads in
 * equal runs over the tensor ranks, everything again in each data-parallel rank. With more tensor
 * ranks than KV heads, neighbours hold the same head (GQA replicas).
 *
 * @param stages the layers of each pipeline stage
 */
public record Layout(Descriptor descriptor, List<LayerSet> stages, int tp, int dp) {
  public Layout {
    stages = List.copyOf(stages);
    long heads = descriptor.totalKvHeads();
    if (tp <= heads ? heads % tp != 0 : tp % heads != 0) {
      throw new UnusableInputException(
          ("--tp %d neither divides --kv-heads %d nor is a multiple of it: engines refuse that,"
                  + " too; the contract allows any split, edit the output of another --tp")
              .formatted(tp, heads));
    }
  }

  /** Participants are named {@code dp0-pp0-tp0}. */
  public Placement placement(String resourceId, String revision, String placementSetId) {
    var participants = new ArrayList<Participant>();
    for (int d = 0; d < dp; d++) {
      for (int p = 0; p < stages.size(); p++) {
        for (int t = 0; t < tp; t++) {
          participants.add(new Participant("dp%d-pp%d-tp%d".formatted(d, p, t), new Rank(d, p, t)));
        }
      }
    }
    var topology = Topology.create(dp, stages.size(), tp, participants);
    List<Part> parts =
        participants.stream()
            .map(it -> part(it, topology, resourceId, revision, placementSetId))
            .toList();
    return Placement.create(resourceId, revision, placementSetId, topology, descriptor, parts);
  }

  private Part part(
      Participant owner, Topology topology, String resourceId, String revision, String setId) {
    long headCount = Math.max(1, descriptor.totalKvHeads() / tp);
    long replicas = Math.max(1, tp / descriptor.totalKvHeads());
    var rank = owner.rank();
    return new Part(
        resourceId,
        revision,
        setId,
        topology.id(),
        owner.id(),
        rank,
        descriptor,
        stages.get((int) rank.pp()),
        rank.tp() / replicas * headCount,
        headCount,
        rank.tp() % replicas,
        replicas);
  }
}
