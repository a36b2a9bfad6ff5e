package io.kvreshard.core.contract;

import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.Objects;

/** A member of a topology: the rank that goes by this id. */
public record Participant(String id, Rank rank) {
  private static final FieldSet FIELDS = FieldSet.of("participant_id", "rank");

  public Participant {
    Check.notEmpty("/participant_id", id);
  }

  static Participant read(JsonReader in) {
    String id = "";
    Rank rank = null;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "participant_id" -> id = in.string();
        case "rank" -> rank = Rank.read(in);
        default -> throw in.unhandled(field);
      }
    }
    return new Participant(id, Objects.requireNonNull(rank));
  }

  void write(CanonicalJson json) {
    json.beginObject().name("participant_id").string(id).name("rank");
    rank.write(json);
    json.endObject();
  }
}
