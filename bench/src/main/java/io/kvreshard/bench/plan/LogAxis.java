package io.kvreshard.bench.plan;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A logarithmic axis of a plot: values from {@code least} to {@code most} lie at the pixels from
 * {@code start} to {@code end}.
 */
record LogAxis(double least, double most, int start, int end) {
  /** The pixel of a value. */
  long at(double value) {
    double part = (Math.log10(value) - Math.log10(least)) / (Math.log10(most) - Math.log10(least));
    return Math.round(start + part * (end - start));
  }

  /** 1 and 3 of every decade. */
  DoubleStream ticks() {
    int first = (int) Math.floor(Math.log10(least));
    int last = (int) Math.ceil(Math.log10(most));
    return IntStream.rangeClosed(first, last)
        .mapToDouble(decade -> Math.pow(10, decade))
        .flatMap(power -> DoubleStream.of(power, 3 * power))
        .filter(tick -> tick >= least && tick <= most);
  }
}
