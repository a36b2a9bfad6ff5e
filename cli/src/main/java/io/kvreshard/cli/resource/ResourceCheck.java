package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.cli.input.Pointers;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Patterns;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the API server would say to an object of ours, in strict mode. */
public final class ResourceCheck {
  private static final Set<String> METADATA =
      Set.of(
          "annotations",
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "finalizers",
          "generateName",
          "generation",
          "labels",
          "managedFields",
          "name",
          "namespace",
          "ownerReferences",
          "resourceVersion",
          "selfLink",
          "uid");

  private static final Set<String> TOP = Set.of("apiVersion", "kind", "metadata", "spec", "status");

  private final JsonNode object;
  private final Findings findings = new Findings();

  private ResourceCheck(JsonNode object) {
    this.object = object;
  }

  /** What is wrong with it, pointers from the object's root; nothing if it would be accepted. */
  public static List<Rejection> of(JsonNode object) {
    var check = new ResourceCheck(object);
    check.run();
    return check.findings.list();
  }

  private void run() {
    if (!object.isObject()) {
      findings.add(
          RejectionCategory.NOT_OBJECT,
          "",
          "an object with apiVersion, kind, metadata and spec is needed, not "
              + JsonType.describe(object));
      return;
    }
    if (kind()) {
      metadata();
      spec();
    }
  }

  private boolean kind() {
    var kind = object.path("kind").asText();
    if (!Kinds.names().contains(kind)) {
      findings.add(
          kind.isEmpty() ? RejectionCategory.FIELDS : RejectionCategory.ENUM,
          "/kind",
          kind.isEmpty()
              ? "kind is missing: one of %s is needed".formatted(String.join(", ", Kinds.names()))
              : "%s is unknown: %s"
                  .formatted(
                      Quoted.of(kind),
                      Nearest.to(kind, Kinds.names())
                          .map("did you mean \"%s\"?"::formatted)
                          .orElse("there are " + String.join(", ", Kinds.names()))));
      return false;
    }
    var version = object.path("apiVersion").asText();
    if (!version.equals(Kinds.API_VERSION)) {
      findings.add(
          RejectionCategory.ENUM,
          "/apiVersion",
          "%s is unknown: %s is of %s"
              .formatted(Quoted.of(version), kind, Quoted.of(Kinds.API_VERSION)));
      return false;
    }
    return true;
  }

  private void metadata() {
    var metadata = object.path("metadata");
    if (!metadata.isObject()) {
      findings.add(RejectionCategory.FIELDS, "/metadata", "metadata with a name is needed");
      return;
    }
    unknown(metadata, METADATA, "/metadata");
    var name = metadata.path("name");
    if (name.isMissingNode()) {
      if (!metadata.has("generateName")) {
        findings.add(RejectionCategory.FIELDS, "/metadata", "field \"name\" is missing");
      }
    } else if (!name.isTextual()) {
      findings.add(
          RejectionCategory.STRING,
          "/metadata/name",
          "a string is needed here, not " + JsonType.describe(name));
    } else if (name.textValue().length() > Bounds.TEXT
        || !Pattern.matches(Patterns.NAME, name.textValue())) {
      findings.add(
          RejectionCategory.STRING,
          "/metadata/name",
          "%s is no name of Kubernetes: at most %d small letters, digits, \"-\" and \".\""
              .formatted(Quoted.of(name.textValue()), Bounds.TEXT));
    }
    for (var texts : List.of("labels", "annotations")) {
      metadata.path(texts).properties().stream()
          .filter(entry -> !entry.getValue().isTextual())
          .forEach(
              entry ->
                  findings.add(
                      RejectionCategory.STRING,
                      Pointers.field("/metadata/" + texts, entry.getKey()),
                      "a string is needed here, not " + JsonType.describe(entry.getValue())));
    }
  }

  private void spec() {
    var schema = Kinds.schema(object.path("kind").asText());
    unknown(object, TOP, "");
    if (!object.has("spec")) {
      findings.add(RejectionCategory.FIELDS, "", "field \"spec\" is missing");
    }
    var check = new SchemaCheck(findings);
    for (var part : List.of("spec", "status")) {
      var value = object.path(part);
      var expected = schema.getProperties().get(part);
      if (!value.isMissingNode() && expected != null) {
        check.check(expected, value, "/" + part);
      }
    }
    // As the API server: rules are about objects that have the right form.
    if (findings.none()) {
      new ResourceRules(findings).check(schema, object, "");
    }
  }

  private void unknown(JsonNode value, Set<String> known, String pointer) {
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                findings.add(
                    RejectionCategory.FIELDS,
                    Pointers.field(pointer, name),
                    "there is no field %s%s"
                        .formatted(
                            Quoted.of(name),
                            Nearest.to(name, known)
                                .map(": did you mean \"%s\"?"::formatted)
                                .orElse("")));
              }
            });
  }
}
