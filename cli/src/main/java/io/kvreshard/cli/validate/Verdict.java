package io.kvreshard.cli.validate;

import io.kvreshard.core.Rejection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of one document. */
sealed interface Verdict {
  Place place();

  /**
   * It is valid.
   *
   * @param facts ids and digests
   * @param notes what could not be looked at
   */
  record Valid(Place place, Map<String, String> facts, List<String> notes) implements Verdict {
    public Valid {
      facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
      notes = List.copyOf(notes);
    }
  }

  /** It is not. */
  record Invalid(Place place, List<Problem> problems) implements Verdict {
    public Invalid {
      problems = List.copyOf(problems);
    }
  }

  /** An object of Kubernetes or of somebody else: not looked at. */
  record Foreign(Place place) implements Verdict {}

  /**
   * One thing that is wrong.
   *
   * @param line of the value, from 1; of a text in which lines mean nothing, the document's
   */
  record Problem(int line, Rejection rejection) {}
}
