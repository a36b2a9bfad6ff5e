package io.kvreshard.core.plan;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.ReplicaChoice;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A choice of replicas in one of its versions: what agents announce as {@code Ordinal/1} (DESIGN
 * §3). Who plans uses the newest that all who recompute the plan know, so that programs of
 * neighbouring releases work together.
 */
public enum PlannerVersion {
  /** Ordered from old to new within an algorithm. */
  ORDINAL_1(Algorithm.ORDINAL, 1) {
    @Override
    public ReplicaSelection selection(Map<String, String> targetNodes) {
      return ReplicaSelection.ORDINAL;
    }
  },
  BALANCED_1(Algorithm.BALANCED, 1) {
    @Override
    public ReplicaSelection selection(Map<String, String> targetNodes) {
      return new ReplicaSelection.Balanced(targetNodes);
    }
  };

  /** What a job asks for; which version of it is nobody's wish. */
  public enum Algorithm {
    /** {@link ReplicaChoice.Ordinal}. */
    ORDINAL("Ordinal"),
    /** {@link ReplicaChoice.Balanced}. */
    BALANCED("Balanced");

    private final String text;

    Algorithm(String text) {
      this.text = text;
    }

    /** As documents and custom resources write it. */
    @Override
    public String toString() {
      return text;
    }
  }

  private final Algorithm algorithm;
  private final int version;

  PlannerVersion(Algorithm algorithm, int version) {
    this.algorithm = algorithm;
    this.version = version;
  }

  /**
   * How a move is planned by this.
   *
   * @param targetNodes name of the node of each target participant
   */
  public abstract ReplicaSelection selection(Map<String, String> targetNodes);

  /** What this program can compute. */
  public static List<String> announced() {
    return Arrays.stream(values()).map(PlannerVersion::toString).toList();
  }

  /** The newest version of an algorithm that this program has. */
  public static PlannerVersion newest(Algorithm algorithm) {
    return newestCommon(algorithm, List.of()).orElseThrow();
  }

  /**
   * The newest version of an algorithm that this program and all others know.
   *
   * @param others what each of them announces
   */
  public static Optional<PlannerVersion> newestCommon(
      Algorithm algorithm, Collection<? extends Collection<String>> others) {
    return Arrays.stream(values())
        .filter(planner -> planner.algorithm == algorithm)
        .filter(planner -> others.stream().allMatch(known -> known.contains(planner.toString())))
        .reduce((older, newer) -> newer);
  }

  /** Reads {@code Ordinal/1}; what this program cannot compute is rejected. */
  public static PlannerVersion parse(String text) {
    return Arrays.stream(values())
        .filter(planner -> planner.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new RejectedException(
                    RejectionCategory.ENUM,
                    "",
                    "planner %s is unknown: this program has %s"
                        .formatted(Quoted.of(text), String.join(", ", announced()))));
  }

  /** {@code Ordinal/1}. */
  @Override
  public String toString() {
    return algorithm + "/" + version;
  }
}
