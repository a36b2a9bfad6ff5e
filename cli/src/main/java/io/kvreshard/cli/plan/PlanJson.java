package io.kvreshard.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.cli.move.PlannedGroup;
import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.move.Route;
import io.kvreshard.cli.move.Side;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.core.job.WireBytes;
import java.math.BigInteger;

/** A plan for machines. What depends on nodes is there only if all nodes are known. */
final class PlanJson {
  private final PlannedMove planned;

  private PlanJson(PlannedMove planned) {
    this.planned = planned;
  }

  static String text(PlannedMove planned) {
    return JsonOutput.text(new PlanJson(planned).root());
  }

  private ObjectNode root() {
    var root = JsonOutput.object();
    root.put("job", planned.move().job());
    root.put("source", planned.move().source().name());
    root.put("target", planned.move().target().name());
    var summary = planned.summary();
    var plan = root.putObject("plan");
    plan.put("digest", summary.digest());
    plan.put("algorithm", summary.algorithm());
    plan.put("bytes", summary.bytes());
    if (planned.nodesKnown()) {
      plan.put("wireBytes", summary.wireBytes());
    }
    plan.put("edges", summary.edges());
    plan.put("writers", summary.writers());
    plan.put("targets", summary.targets());
    var groups = root.putArray("groups");
    planned.groups().forEach(group -> write(group, groups.addObject()));
    return root;
  }

  private void write(PlannedGroup group, ObjectNode into) {
    into.put("name", group.name());
    into.put("planSetDigest", group.plans().digest());
    into.put("snapshotDigest", group.plans().snapshot().digest());
    into.put("sourcePlacementDigest", group.source().digest());
    into.put("targetPlacementDigest", group.target().digest());
    var routes = into.putArray("routes");
    Route.of(group.plans()).forEach(route -> write(route, routes.addObject()));
    if (planned.nodesKnown()) {
      var links = into.putArray("links");
      WireBytes.links(
              group.plans(), planned.move().source().nodes(), planned.move().target().nodes())
          .forEach(
              (from, row) ->
                  row.forEach(
                      (to, bytes) ->
                          links.addObject().put("from", from).put("to", to).put("bytes", bytes)));
    }
  }

  private void write(Route route, ObjectNode into) {
    into.put("writer", route.writer());
    node(planned.move().source(), route.writer(), "writerNode", into);
    into.put("target", route.target());
    node(planned.move().target(), route.target(), "targetNode", into);
    into.put("layers", route.layers().format());
    into.put("headStart", route.headStart());
    into.put("headCount", route.headCount());
    var components = into.putArray("components");
    route.components().forEach(component -> components.add(component.wire()));
    into.put("edges", route.edges());
    into.put("bytes", new BigInteger(Long.toUnsignedString(route.bytes())));
  }

  private static void node(Side side, String participant, String field, ObjectNode into) {
    var node = side.nodes().get(participant);
    if (node != null) {
      into.put(field, node);
    }
  }
}
