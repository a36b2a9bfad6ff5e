package io.kvreshard.bench.plan;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.json.StrictJson;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Reading a hostile text by all rules, and by those of JSON alone; both from UTF-8, as texts
 * arrive.
 */
@State(Scope.Benchmark)
public class HostileBenchmark {
  @Param private HostileText hostile = HostileText.NESTING;

  private byte[] utf8 = {};

  @Setup
  public void write() {
    utf8 = hostile.text().getBytes(StandardCharsets.UTF_8);
  }

  /** By all rules of the document that it pretends to be. */
  @Benchmark
  public Object read() {
    try {
      return hostile.read(StrictJson.decode(utf8));
    } catch (RejectedException e) {
      return e;
    }
  }

  /** One strict pass over the tokens, up to the first that is wrong. */
  @Benchmark
  public Object tokenise() {
    try {
      String text = StrictJson.decode(utf8);
      StrictJson.checkSyntax(text);
      return text;
    } catch (RejectedException e) {
      return e;
    }
  }
}
