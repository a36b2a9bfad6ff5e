package io.kvreshard.sim.engine;

import java.util.Locale;

/** What an engine does wrong on purpose, for tests. */
public enum Trouble {
  /** Refuses every Pin. */
  REFUSE_PIN,
  /** Refuses every Bind. */
  REFUSE_BIND,
  /** Fails the first Bind; another attempt works. */
  FAIL_BIND_ONCE,
  /** Finds every content wrong. */
  REFUSE_VALIDATE,
  /** Speaks only the first version of the protocol, which knows no contents. */
  VERSION_1,
  /** Gives other contents than it has announced. */
  WRONG_CONTENTS,
  /** Answers Pin and Bind with windows that miss the last token. */
  MISSING_TOKEN,
  /** Workers announce two tensors in the same place. */
  OVERLAPPING_TENSORS,
  /** Workers announce a tensor that ends past its memory. */
  OVERHANGING_TENSOR;

  /** The trouble of this name on the command line: "refuse-pin". */
  public static Trouble of(String flag) {
    return valueOf(flag.replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
