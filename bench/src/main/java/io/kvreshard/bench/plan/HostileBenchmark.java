package io.kvreshard.bench.plan;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.json.StrictJson;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reading a hostile text by all rules, and by those of JSON alone. */
@State(Scope.Benchmark)
public class HostileBenchmark {
  @Param private HostileText hostile = HostileText.NESTING;

  private String text = "";

  @Setup
  public void write() {
    text = hostile.text();
  }

  @Benchmark
  public boolean read() {
    return hostile.accepts(text);
  }

  /** One strict pass over the tokens, up to the first that is wrong. */
  @Benchmark
  public boolean tokenise() {
    try {
      StrictJson.checkSyntax(text);
      return true;
    } catch (RejectedException e) {
      return false;
    }
  }
}
