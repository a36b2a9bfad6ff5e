package io.kvreshard.cli.demo;

import io.kvreshard.cli.move.RouteTable;
import io.kvreshard.cli.output.ProgressBar;
import io.kvreshard.cli.output.Screen;
import io.kvreshard.cli.output.Shapes;
import io.kvreshard.cli.output.Sizes;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.crd.JobPhase;
import java.io.PrintStream;
import java.util.Locale;

/** Plays a scenario for a person who watches. */
final class Show {
  private static final double NANOS = 1e9;

  private final PrintStream out;
  private final Screen screen;

  Show(PrintStream out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  /** Runs it to its end, whatever that is. */
  Outcome play(DemoCluster cluster, Scenario scenario) throws InterruptedException {
    out.printf("%n%s: starting engines ...%n", scenario.name());
    try (var move = Move.start(cluster, scenario)) {
      move.awaitEngines();
      var plan = move.plan();
      tellPlan(plan, move);
      return run(scenario, move, plan, cluster);
    }
  }

  private Outcome run(Scenario scenario, Move move, PlanSet plan, DemoCluster cluster)
      throws InterruptedException {
    var bar = new ProgressBar(out, screen);
    long total = plan.bytes();
    long start = System.nanoTime();
    var end = move.run(bytes -> bar.update(bytes, total, ""));
    double seconds = (System.nanoTime() - start) / NANOS;
    boolean succeeded = end.phase() == JobPhase.Succeeded;
    long bytes = succeeded ? total : 0;
    bar.end(
        bytes, total, succeeded ? "%s/s end to end".formatted(Sizes.text(bytes / seconds)) : "");
    out.printf(Locale.ROOT, "  %s after %.2f s: %s%n", end.reason(), seconds, end.message());
    var check = Verification.of(move.target(), cluster.root());
    boolean verified = succeeded && check.passed(scenario.target().ranks().size(), total);
    out.printf(
        "  %s: %,d bytes of %d workers compared, %d wrong, %d wrong in guard bytes%n",
        verified ? "VERIFIED" : "NOT VERIFIED",
        check.bytes(),
        check.workers(),
        check.wrong(),
        check.guardsWrong());
    return new Outcome(scenario.name(), bytes, seconds, verified);
  }

  private void tellPlan(PlanSet plan, Move move) {
    var first = plan.plans().getFirst();
    out.printf(
        "%s → %s: %s, %,d tokens%n",
        Shapes.of(first.source().topology()),
        Shapes.of(first.target().topology()),
        Shapes.of(first.source().descriptor()),
        plan.snapshot().tokenCount());
    RouteTable.lines(plan, move.source().nodeOfRank(), move.target().nodeOfRank())
        .forEach(line -> out.println("  " + line));
    out.printf("  plan %s, %,d edges, %s%n", plan.digest(), plan.edges(), Sizes.text(plan.bytes()));
  }
}
