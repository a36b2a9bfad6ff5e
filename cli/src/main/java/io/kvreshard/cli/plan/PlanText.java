package io.kvreshard.cli.plan;

import static io.kvreshard.cli.output.TextTable.Align.LEFT;
import static io.kvreshard.cli.output.TextTable.Align.RIGHT;

import io.kvreshard.cli.move.PlannedGroup;
import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.move.RouteTable;
import io.kvreshard.cli.move.Side;
import io.kvreshard.cli.output.Shapes;
import io.kvreshard.cli.output.Sizes;
import io.kvreshard.cli.output.TextTable;
import io.kvreshard.cli.output.TextTable.Align;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.job.WireBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A plan for people. */
final class PlanText {
  private final PlannedMove planned;
  private final List<String> lines = new ArrayList<>();

  private PlanText(PlannedMove planned) {
    this.planned = planned;
  }

  static List<String> lines(PlannedMove planned) {
    var text = new PlanText(planned);
    text.head();
    planned.groups().forEach(text::group);
    text.sum();
    return List.copyOf(text.lines);
  }

  private void head() {
    lines.add("KVReshardJob \"%s\"".formatted(planned.move().job()));
    side("from", planned.move().source(), planned.groups().getFirst().source());
    side("to  ", planned.move().target(), planned.groups().getFirst().target());
  }

  private void side(String direction, Side side, Placement placement) {
    var nodes = side.nodes().values().stream().distinct().sorted().toList();
    lines.add(
        "  %s KVSnapshot \"%s\": %s, %d participants%s"
            .formatted(
                direction,
                side.name(),
                Shapes.of(placement.topology()),
                placement.parts().size(),
                nodes.isEmpty() ? "" : " on " + String.join(", ", nodes)));
  }

  private void group(PlannedGroup group) {
    lines.add("");
    lines.add(
        "Cache group \"%s\": %s, %,d tokens"
            .formatted(
                group.name(),
                Shapes.of(group.source().descriptor()),
                group.plans().snapshot().tokenCount()));
    lines.add("");
    if (planned.nodesKnown()) {
      indented(
          RouteTable.lines(
              group.plans(), planned.move().source().nodes(), planned.move().target().nodes()));
      lines.add("");
      links(group);
    } else {
      indented(RouteTable.lines(group.plans()));
    }
  }

  /** What each node sends to each node. */
  private void links(PlannedGroup group) {
    var links =
        WireBytes.links(
            group.plans(), planned.move().source().nodes(), planned.move().target().nodes());
    var receivers =
        links.values().stream().flatMap(row -> row.keySet().stream()).distinct().sorted().toList();
    var table =
        TextTable.of(
            Stream.concat(Stream.of(LEFT), receivers.stream().map(_ -> RIGHT))
                .toArray(Align[]::new));
    lines.add("  Sent from node to node (replicas on one node share a copy):");
    table.row(line("FROM \\ TO", receivers));
    links.forEach(
        (from, row) ->
            table.row(
                line(
                    from,
                    receivers.stream()
                        .map(to -> row.containsKey(to) ? Sizes.text(row.get(to)) : "-")
                        .toList())));
    indented(table.lines());
  }

  private static List<String> line(String first, List<String> others) {
    var cells = new ArrayList<String>();
    cells.add(first);
    cells.addAll(others);
    return cells;
  }

  private void sum() {
    var summary = planned.summary();
    lines.add("");
    lines.add(
        "%,d edges, %,d bytes (%s) from %d writers to %d targets%s"
            .formatted(
                summary.edges(),
                summary.bytes(),
                Sizes.text(summary.bytes()),
                summary.writers(),
                summary.targets(),
                planned.nodesKnown()
                    ? ", %,d (%s) of them between nodes"
                        .formatted(summary.wireBytes(), Sizes.text(summary.wireBytes()))
                    : ""));
    if (!planned.nodesKnown()) {
      lines.add(
          "nodes are not known: only the status of bound KVSnapshots says them"
              + " (kubectl get kvsnap -o yaml)");
    }
    lines.add("plan %s (%s)".formatted(summary.digest(), summary.algorithm()));
  }

  private void indented(List<String> table) {
    table.forEach(line -> lines.add("  " + line));
  }
}
