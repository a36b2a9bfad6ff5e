package io.kvreshard.bench.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long jobs took from each step to the next. */
final class Steps {
  private Steps() {}

  /** Times by the step that they led to, in the order of the steps. */
  static Map<String, List<Duration>> between(List<JobTimes> jobs) {
    var all = new LinkedHashMap<String, List<Duration>>();
    for (var job : jobs) {
      var before = Duration.ZERO;
      for (var step : job.steps().entrySet()) {
        all.computeIfAbsent(step.getKey(), _ -> new ArrayList<>())
            .add(step.getValue().minus(before));
        before = step.getValue();
      }
    }
    return all;
  }
}
