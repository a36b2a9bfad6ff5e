package io.kvreshard.agent.operation;

import java.util.LinkedHashMap;
import java.util.Map;

/** The newest attempt of each job that this node has seen: an older one comes too late. */
final class Attempts {
  private static final int REMEMBERED = 4096;

  private final Map<String, Long> newest =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Remembers an attempt; returns the newest one of its job. */
  synchronized long newest(String jobUid, long attempt) {
    return newest.merge(jobUid, attempt, Math::max);
  }
}
