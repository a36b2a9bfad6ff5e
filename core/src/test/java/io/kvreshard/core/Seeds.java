package io.kvreshard.core;

import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Random inputs of property tests. All of a run come from one seed, which is printed; {@code
 * -Dkvreshard.seed=…} repeats a run, {@code -Dkvreshard.tries=…} sets the inputs of each property.
 */
public final class Seeds {
  private static final long SEED = Long.getLong("kvreshard.seed", 1);

  static {
    System.out.printf(
        "property tests: kvreshard.seed=%d, %s inputs each%n",
        SEED, System.getProperty("jqwik.tries.default"));
  }

  private Seeds() {}

  /**
   * Values of one property, one a try.
   *
   * @param property its name, so that properties do not all see the same inputs
   */
  public static <T> Arbitrary<T> values(String property, Function<Random, T> value) {
    Random seeds = new Random(SEED * 31 + property.hashCode());
    return Arbitraries.randomValue(_ -> value.apply(new Random(seeds.nextLong())));
  }
}
