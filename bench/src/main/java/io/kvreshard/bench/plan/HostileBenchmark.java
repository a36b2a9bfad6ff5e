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

  /** By all rules of the document that it pretends to be. */
  @Benchmark
  public Object read() {
    try {
      return hostile.read(text);
    } catch (RejectedException e) {
      return e;
    }
  }

  /** One strict pass over the tokens, up to the first that is wrong. */
  @Benchmark
  public Object tokenise() {
    try {
      StrictJson.checkSyntax(text);
      return text;
    } catch (RejectedException e) {
      return e;
    }
  }
}
