package io.kvreshard.core.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rule of each single field is told at that field, by its own category, and before any rule
 * between fields: ids and digests are made right again around the change.
 */
class FieldRulesTest {
  /** Fields that may not be empty, whatever else stands in the document. */
  private static final Set<String> NAMES =
      Set.of(
          "dtype",
          "instance_id",
          "model_id",
          "model_revision",
          "namespace",
          "operation_id",
          "participant_id",
          "placement_set_id",
          "resource_id",
          "revision",
          "source_participant_id",
          "target_id",
          "target_participant_id",
          "writer_id");

  /** Numbers of which 1 is the least. */
  private static final Set<String> COUNTS =
      Set.of(
          "head_count",
          "head_dim",
          "itemsize",
          "key_head_dim",
          "page_size",
          "replica_count",
          "total_kv_heads",
          "value_head_dim");

  /** What a part repeats of its placement. */
  private static final Set<String> REPEATED = Set.of("resource_id", "revision", "placement_set_id");

  @ParameterizedTest
  @EnumSource(Sample.Kind.class)
  void noNameIsEmpty(Sample.Kind kind) {
    assertThat(wrongAnswers(kind, NAMES, (object, name) -> object.put(name, ""), "STRING"))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Sample.Kind.class)
  void noCountIsZero(Sample.Kind kind) {
    assertThat(wrongAnswers(kind, COUNTS, (object, name) -> object.put(name, 0), "RANGE"))
        .isEmpty();
  }

  @Test
  void partsAreOfTheirPlacement() {
    Sample sample = sample(Sample.Kind.PLACEMENT);
    for (String field : REPEATED) {
      ObjectNode document = (ObjectNode) Json.parse(sample.text());
      ((ObjectNode) document.get("parts").get(0)).put(field, "another");
      assertThat(rejection(sample, document))
          .extracting(Rejection::category, Rejection::pointer)
          .containsExactly(RejectionCategory.IDENTITY, "/parts/0/" + field);
    }
  }

  private static Map<String, String> wrongAnswers(
      Sample.Kind kind, Set<String> fields, BiConsumer<ObjectNode, String> change, String right) {
    Sample sample = sample(kind);
    Map<String, String> wrong = new TreeMap<>();
    for (String pointer : pointers(Json.parse(sample.text()), fields)) {
      ObjectNode document = (ObjectNode) Json.parse(sample.text());
      int slash = pointer.lastIndexOf('/');
      change.accept(
          (ObjectNode) document.at(pointer.substring(0, slash)), pointer.substring(slash + 1));
      Rejection rejection = rejection(sample, document);
      String answer = rejection.category() + " " + rejection.pointer();
      if (!answer.equals(right + " " + pointer)) {
        wrong.put(pointer, answer);
      }
    }
    return wrong;
  }

  private static Rejection rejection(Sample sample, ObjectNode document) {
    Identities.recompute(sample.kind(), document);
    return catchThrowableOfType(
            RejectedException.class, () -> sample.reread().apply(Json.canonical(document)))
        .rejection();
  }

  private static Sample sample(Sample.Kind kind) {
    Random random = new Random(1);
    Sample sample = Sample.random(random);
    while (sample.kind() != kind) {
      sample = Sample.random(random);
    }
    return sample;
  }

  /** Where these fields stand, first elements of lists only. */
  private static List<String> pointers(JsonNode node, Set<String> fields) {
    List<String> found = new ArrayList<>();
    collect(node, "", fields, found);
    return found;
  }

  private static void collect(JsonNode node, String at, Set<String> fields, List<String> found) {
    if (node instanceof ArrayNode array && !array.isEmpty()) {
      collect(array.get(0), at + "/0", fields, found);
    }
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              field -> {
                String pointer = at + "/" + field.getKey();
                if (fields.contains(field.getKey()) && !field.getValue().isContainerNode()) {
                  found.add(pointer);
                }
                collect(field.getValue(), pointer, fields, found);
              });
    }
  }
}
