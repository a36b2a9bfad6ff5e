package io.kvreshard.core.contract;

import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;

/**
 * A place in a parallel topology (CONTRACT §4.1): unsigned indices of data, pipeline and tensor
 * parallelism. It never says what a participant owns.
 */
public record Rank(long dp, long pp, long tp) {
  void write(CanonicalJson json) {
    json.beginObject();
    json.name("dp").u64(dp).name("pp").u64(pp).name("tp").u64(tp);
    json.endObject();
  }

  @Override
  public String toString() {
    return "dp%s/pp%s/tp%s".formatted(U64.text(dp), U64.text(pp), U64.text(tp));
  }
}
