package io.kvreshard.cli.test;

import java.time.Duration;
import java.util.List;

/**
 * A part, ready to run.
 *
 * @param label as a person types it
 * @param budget the longest that all its suites together may take
 * @param preparation what has to be done on the machine before, outside of the budget
 */
record PartPlan(
    String label, Duration budget, List<Preparation.Step> preparation, List<Suite> suites) {
  PartPlan {
    preparation = List.copyOf(preparation);
    suites = List.copyOf(suites);
  }
}
