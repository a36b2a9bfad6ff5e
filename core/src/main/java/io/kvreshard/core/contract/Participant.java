package io.kvreshard.core.contract;

import io.kvreshard.core.json.CanonicalJson;

/** A member of a topology: the rank that goes by this id. */
public record Participant(String id, Rank rank) {
  public Participant {
    Check.notEmpty("/participant_id", id);
  }

  void write(CanonicalJson json) {
    json.beginObject().name("participant_id").string(id).name("rank");
    rank.write(json);
    json.endObject();
  }
}
