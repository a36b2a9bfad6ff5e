package io.kvreshard.cli.explain;

import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.output.JsonOutput;

/** A head's origin for machines; the sentences are in it, too. */
final class OriginJson {
  private OriginJson() {}

  static String text(PlannedMove planned, HeadOrigin origin) {
    var root = JsonOutput.object();
    var edge = origin.edge();
    root.put("target", origin.target().participantId());
    root.put("writer", origin.writer().participantId());
    root.put("layer", edge.globalLayerId());
    root.put("head", origin.head());
    root.put("component", edge.component().wire());
    root.put("sourceDpRank", origin.plan().sourceDpRank());
    var candidates = root.putArray("candidates");
    origin.candidates().forEach(part -> candidates.add(part.participantId()));
    var carried = root.putObject("edge");
    carried.put("headStart", edge.globalHeadStart());
    carried.put("headCount", edge.headCount());
    carried.put("sourceHeadOffset", edge.sourceHeadOffset());
    carried.put("targetHeadOffset", edge.targetHeadOffset());
    carried.put("tokenBytes", edge.tokenBytes());
    var sentences = root.putArray("sentences");
    new Explanation(planned, origin).sentences().forEach(sentences::add);
    return JsonOutput.text(root);
  }
}
