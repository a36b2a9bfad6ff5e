package io.kvreshard.core.snapshot;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether every participant of a snapshot and its coordinator are live. */
public sealed interface Binding {
  /**
   * All are.
   *
   * @param processes one a participant, ascending by participant id
   */
  record Bound(BoundCoordinator coordinator, List<BoundProcess> processes) implements Binding {
    public Bound {
      processes = List.copyOf(processes);
    }

    /** Node of each participant. */
    public Map<String, String> nodes() {
      var nodes = new TreeMap<String, String>();
      processes.forEach(process -> nodes.put(process.participantId(), process.node()));
      return nodes;
    }
  }

  /**
   * Somebody is not there, or not there yet.
   *
   * @param message names who, and what is expected
   */
  record Unbound(String message) implements Binding {}
}
