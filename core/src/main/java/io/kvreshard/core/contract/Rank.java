package io.kvreshard.core.contract;

import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.Comparator;

/**
 * A place in a parallel topology (CONTRACT §4.1): unsigned indices of data, pipeline and tensor
 * parallelism. It never says what a participant owns.
 */
public record Rank(long dp, long pp, long tp) implements Comparable<Rank> {
  private static final Comparator<Rank> ORDER =
      Comparator.comparing(Rank::dp, U64::compare)
          .thenComparing(Rank::pp, U64::compare)
          .thenComparing(Rank::tp, U64::compare);

  private static final FieldSet FIELDS = FieldSet.of("dp", "pp", "tp");

  static Rank read(JsonReader in) {
    long dp = 0;
    long pp = 0;
    long tp = 0;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "dp" -> dp = in.u64();
        case "pp" -> pp = in.u64();
        case "tp" -> tp = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new Rank(dp, pp, tp);
  }

  void write(CanonicalJson json) {
    json.beginObject();
    json.name("dp").u64(dp).name("pp").u64(pp).name("tp").u64(tp);
    json.endObject();
  }

  /** By data, pipeline, tensor index. Also keeps hash tables fast against chosen collisions. */
  @Override
  public int compareTo(Rank other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "dp%s/pp%s/tp%s".formatted(U64.text(dp), U64.text(pp), U64.text(tp));
  }
}
