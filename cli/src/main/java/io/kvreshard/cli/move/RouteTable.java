package io.kvreshard.cli.move;

import static io.kvreshard.cli.output.TextTable.Align.LEFT;
import static io.kvreshard.cli.output.TextTable.Align.RIGHT;

import io.kvreshard.cli.output.Shapes;
import io.kvreshard.cli.output.Sizes;
import io.kvreshard.cli.output.TextTable;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.plan.PlanSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Who sends what to whom, a line for each route. */
public final class RouteTable {
  private RouteTable() {}

  /** The columns' names, then the routes. */
  public static List<String> lines(PlanSet plans) {
    var table = TextTable.of(LEFT, LEFT, LEFT, LEFT, LEFT, RIGHT);
    table.row(List.of("WRITER", "TARGET", "LAYERS", "HEADS", "COMPONENT", "BYTES"));
    for (var route : Route.of(plans)) {
      table.row(
          List.of(
              route.writer(),
              route.target(),
              route.layers().format(),
              Shapes.heads(route.headStart(), route.headCount()),
              components(route),
              Sizes.text(route.bytes())));
    }
    return table.lines();
  }

  /** The same with the node of each participant. */
  public static List<String> lines(
      PlanSet plans, Map<String, String> sourceNodes, Map<String, String> targetNodes) {
    var table = TextTable.of(LEFT, LEFT, LEFT, LEFT, LEFT, LEFT, LEFT, RIGHT);
    table.row(List.of("WRITER", "NODE", "TARGET", "NODE", "LAYERS", "HEADS", "COMPONENT", "BYTES"));
    for (var route : Route.of(plans)) {
      table.row(
          List.of(
              route.writer(),
              sourceNodes.getOrDefault(route.writer(), "?"),
              route.target(),
              targetNodes.getOrDefault(route.target(), "?"),
              route.layers().format(),
              Shapes.heads(route.headStart(), route.headCount()),
              components(route),
              Sizes.text(route.bytes())));
    }
    return table.lines();
  }

  private static String components(Route route) {
    return route.components().stream().map(Component::wire).collect(Collectors.joining("+"));
  }
}
