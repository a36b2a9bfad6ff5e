package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.core.CodePoints;
import io.kvreshard.core.paged.Side;
import io.kvreshard.tracing.Spans;
import io.opentelemetry.api.trace.SpanBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All bytes of this node's part: sends what its writers owe other nodes, copies what stays here,
 * and waits for what comes from others.
 */
final class Movement {
  private final Operation operation;
  private final Services services;

  Movement(Operation operation, Services services) {
    this.operation = operation;
    this.services = services;
  }

  /** On return all receipts of this node are there. */
  void run() throws Exception {
    List<Crew.Work> works = new ArrayList<>();
    for (GroupOperation group : operation.groups()) {
      Agreed agreed = group.agreed().await(operation.patience());
      for (LocalBinding writer : agreed.sources().values()) {
        add(works, group, agreed, writer);
      }
      // Streams have clocks of their own: those that are open here, those in line at their sender.
      works.add(() -> group.incoming().all().await(Operation.LONGEST_MOVE));
    }
    Crew.runAll(operation.id() + "/move", works);
  }

  private void add(List<Crew.Work> works, GroupOperation group, Agreed agreed, LocalBinding writer)
      throws FailedException {
    GroupPlan plan = group.plan();
    Map<String, List<String>> byNode = new TreeMap<>(CodePoints.ORDER);
    for (String target : plan.participants(Side.TARGET)) {
      if (plan.plans().bytes(writer.participant(), target) != 0) {
        String node = operation.roster().participant(Side.TARGET, target).node();
        byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(target);
      }
    }
    byNode.forEach(
        (node, targets) -> {
          if (node.equals(operation.roster().self())) {
            for (String target : targets) {
              LocalBinding to = agreed.targets().get(target);
              if (to == null) {
                throw new IllegalStateException("no binding of " + target);
              }
              works.add(
                  () ->
                      Spans.run(
                          span("copy", plan, writer, List.of(target)),
                          () -> new LocalMove(operation, services).copy(plan, writer, to)));
            }
          } else {
            works.add(
                () ->
                    Spans.run(
                        span("send", plan, writer, targets).setAttribute(TaskSpans.PEER, node),
                        () ->
                            new OutgoingStream(operation, services)
                                .send(plan, agreed.transferDigest(), writer, node, targets)));
          }
        });
  }

  private SpanBuilder span(String name, GroupPlan plan, LocalBinding writer, List<String> targets) {
    return TaskSpans.part(services.tracing(), name, plan, writer.participant(), targets);
  }
}
