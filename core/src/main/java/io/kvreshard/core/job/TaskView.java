package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work of one attempt on one node.
 *
 * @param nodes of all tasks of the attempt, with the incarnation of each node's agent when it began
 * @param source participants of the source on this node
 * @param target participants of the target on this node
 * @param coordinated sides whose coordinator is on this node
 * @param afterSuccess what the agent was told to do with the source; null: to wait for it
 * @param incarnation the agent that accepted it; null: nobody did
 * @param transfers transfer digest by group, as the agent recomputed it
 * @param bytesDone verified bytes that have reached this node's targets
 * @param quiesced whether nothing of the attempt can touch a runtime any more on this node
 * @param quarantine why its agent cannot prove that, once that is on the agent's own record; null:
 *     it can, or still tries
 * @param release of what the coordinators on this node hold for the attempt
 * @param deleting its deletion was asked for
 * @param held it carries the finalizer that keeps it until it is quiet
 */
public record TaskView(
    String name,
    String node,
    long attempt,
    Map<String, String> nodes,
    Set<String> source,
    Set<String> target,
    Set<Side> coordinated,
    Command command,
    @Nullable AfterSuccess afterSuccess,
    @Nullable String incarnation,
    @Nullable TaskState state,
    List<ReceiptView> receipts,
    Map<String, String> transfers,
    long bytesDone,
    Truth quiesced,
    @Nullable String quarantine,
    Release release,
    @Nullable TaskFault fault,
    boolean deleting,
    boolean held) {
  public TaskView {
    nodes = Map.copyOf(nodes);
    source = Set.copyOf(source);
    target = Set.copyOf(target);
    coordinated = Set.copyOf(coordinated);
    receipts = List.copyOf(receipts);
    transfers = Map.copyOf(transfers);
  }

  /** The side's coordinator is on this node. */
  boolean coordinates(Side side) {
    return coordinated.contains(side);
  }
}
