package io.kvreshard.cli.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.cli.move.PlannedGroup;
import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.move.Route;
import io.kvreshard.cli.move.Side;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.cli.output.Shapes;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.job.WireBytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What the page's script reads. Participants are named by their place in their side's list, layers
 * by their place among the descriptor's; ranges are {@code [from, to)}. Bytes are decimal strings.
 */
final class PageData {
  private final PlannedMove planned;

  private PageData(PlannedMove planned) {
    this.planned = planned;
  }

  static ObjectNode of(PlannedMove planned) {
    return new PageData(planned).root();
  }

  private ObjectNode root() {
    var root = JsonOutput.object();
    root.put("job", planned.move().job());
    root.put("source", planned.move().source().name());
    root.put("target", planned.move().target().name());
    root.put("algorithm", planned.summary().algorithm());
    var groups = root.putArray("groups");
    planned.groups().forEach(group -> write(group, groups.addObject()));
    return root;
  }

  private void write(PlannedGroup group, ObjectNode into) {
    var cache = group.source().descriptor();
    var plans = group.plans();
    into.put("name", group.name());
    into.put("cache", Shapes.of(cache));
    into.put("planSetDigest", plans.digest());
    into.put("tokens", plans.snapshot().tokenCount());
    into.put("heads", cache.totalKvHeads());
    into.put("layerCount", cache.layers().size());
    names(cache.layers(), into.putArray("layers"));
    var rowBytes = into.putObject("rowBytes");
    cache.components().forEach(it -> rowBytes.put(it.wire(), cache.rowBytes(it)));
    into.put("edges", plans.edges());
    into.put("bytes", Long.toUnsignedString(plans.bytes()));
    side(group.source(), planned.move().source(), cache.layers(), into.putObject("source"));
    side(group.target(), planned.move().target(), cache.layers(), into.putObject("target"));
    routes(group, cache.layers(), into.putArray("routes"));
    links(group, into);
  }

  private static void side(Placement placement, Side side, LayerSet all, ObjectNode into) {
    into.put("shape", Shapes.of(placement.topology()));
    var parts = into.putArray("parts");
    for (var part : byRank(placement)) {
      var written = parts.addObject();
      written.put("id", part.participantId());
      written.put("node", side.nodes().get(part.participantId()));
      written.put("dp", part.rank().dp());
      ranges(all, part.layers(), written.putArray("layers"));
      written.put("headStart", part.headStart());
      written.put("headCount", part.headCount());
      written.put("replica", part.replicaOrdinal());
      written.put("replicas", part.replicaCount());
    }
  }

  private static void routes(PlannedGroup group, LayerSet all, ArrayNode into) {
    var writers = places(group.source());
    var targets = places(group.target());
    for (var route : Route.of(group.plans())) {
      var written = into.addObject();
      written.put("writer", writers.get(route.writer()));
      written.put("target", targets.get(route.target()));
      ranges(all, route.layers(), written.putArray("layers"));
      written.put("headStart", route.headStart());
      written.put("headCount", route.headCount());
      var components = written.putArray("components");
      route.components().stream().map(Component::wire).forEach(components::add);
      written.put("bytes", Long.toUnsignedString(route.bytes()));
    }
  }

  private void links(PlannedGroup group, ObjectNode into) {
    var links = into.putArray("links");
    into.putNull("wireBytes");
    if (!planned.nodesKnown()) {
      return;
    }
    long wire = 0;
    for (var row :
        WireBytes.links(
                group.plans(), planned.move().source().nodes(), planned.move().target().nodes())
            .entrySet()) {
      for (var cell : row.getValue().entrySet()) {
        var link = links.addObject();
        link.put("from", row.getKey());
        link.put("to", cell.getKey());
        link.put("bytes", Long.toUnsignedString(cell.getValue()));
        wire += row.getKey().equals(cell.getKey()) ? 0 : cell.getValue();
      }
    }
    into.put("wireBytes", Long.toUnsignedString(wire));
  }

  private static List<Part> byRank(Placement placement) {
    return placement.parts().stream().sorted((a, b) -> a.rank().compareTo(b.rank())).toList();
  }

  private static Map<String, Integer> places(Placement placement) {
    var places = new HashMap<String, Integer>();
    byRank(placement).forEach(part -> places.put(part.participantId(), places.size()));
    return places;
  }

  /** Places of some layers among all, as ranges. */
  private static void ranges(LayerSet all, LayerSet layers, ArrayNode into) {
    runs(
        LongStream.of(layers.toArray()).map(all::indexOf).toArray(),
        (first, count) -> into.addArray().add(first).add(first + count));
  }

  /** The layers' own numbers, as firsts and counts. */
  private static void names(LayerSet layers, ArrayNode into) {
    runs(layers.toArray(), (first, count) -> into.addArray().add(first).add(count));
  }

  private static void runs(long[] ascending, LongBinaryConsumer run) {
    for (int i = 0; i < ascending.length; ) {
      int end = i + 1;
      while (end < ascending.length && ascending[end] == ascending[end - 1] + 1) {
        end++;
      }
      run.accept(ascending[i], end - i);
      i = end;
    }
  }

  private interface LongBinaryConsumer {
    void accept(long first, long count);
  }
}
