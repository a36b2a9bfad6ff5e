package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Consumers.Consumer;
import io.kvreshard.core.json.JsonReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a plan's document that upstream's plans do not have, as they are read. */
final class ReplicaClaim {
  /** Of all extended plans; those of {@link ReplicaChoice.Balanced} also have consumer_nodes. */
  static final String[] FIELDS = {"algorithm", "algorithm_version", "components", "schema"};

  private @Nullable String algorithm;
  private long version;
  private @Nullable List<Component> components;
  private @Nullable List<Consumer> consumers;
  private @Nullable String schema;

  void read(String field, JsonReader in) {
    switch (field) {
      case "algorithm" -> algorithm = in.string();
      case "algorithm_version" -> version = in.u64();
      case "components" -> components = Component.readAll(in);
      case "consumer_nodes" -> consumers = Consumers.read(in);
      case "schema" -> schema = Check.schema(in.string(), LogicalPlan.EXTENDED_SCHEMA);
      default -> throw in.unhandled(field);
    }
  }

  /** The choice that the document names; upstream's if it names none. */
  ReplicaChoice choice() {
    if (algorithm == null) {
      return ReplicaChoice.ORDINAL;
    }
    ReplicaChoice choice =
        switch (algorithm) {
          case "Ordinal" -> ReplicaChoice.ORDINAL;
          case "Balanced" -> balanced();
          default ->
              throw Check.reject(
                  RejectionCategory.ENUM,
                  "/algorithm",
                  "algorithm %s is unknown: there are Ordinal and Balanced"
                      .formatted(Quoted.of(algorithm)));
        };
    if (choice.version() != version) {
      throw Check.reject(
          RejectionCategory.ENUM,
          "/algorithm_version",
          "version %s of %s is unknown: this program has version %s"
              .formatted(U64.text(version), algorithm, U64.text(choice.version())));
    }
    if (choice instanceof ReplicaChoice.Ordinal && consumers != null) {
      throw Check.reject(
          RejectionCategory.FIELDS, "/consumer_nodes", "only Balanced plans have consumer_nodes");
    }
    return choice;
  }

  /** Rejects a document that says other things about a plan than the plan itself. */
  void check(LogicalPlan plan) {
    Check.stated(schema, plan.schema(), LogicalPlan.EXTENDED_SCHEMA);
    if (components != null && !components.equals(plan.source().descriptor().components())) {
      throw Check.reject(
          RejectionCategory.IDENTITY,
          "/components",
          "the components are not those of the placements' descriptor");
    }
  }

  private ReplicaChoice balanced() {
    if (consumers == null) {
      throw Check.reject(
          RejectionCategory.FIELDS, "", "field consumer_nodes is missing: Balanced plans have it");
    }
    return new ReplicaChoice.Balanced(Consumers.of(consumers));
  }
}
