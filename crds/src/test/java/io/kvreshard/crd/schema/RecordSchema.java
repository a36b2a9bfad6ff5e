package io.kvreshard.crd.schema;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Completes a generated schema with what the records say and the generator does not read: a field
 * is required unless it is nullable; integers and strings without bounds of their own get those of
 * {@link Bounds}; lists with keys, times, and the descriptions of classes.
 */
final class RecordSchema {
  private static final Map<String, String> CONDITION =
      Map.of(
          "type", "What the condition is about.",
          "status", "True, False or Unknown.",
          "reason", "Why, in one word for machines.",
          "message", "The same for people.",
          "lastTransitionTime", "When status last changed.",
          "observedGeneration", "The metadata.generation that the condition is about.");

  private RecordSchema() {}

  static void completeRoot(JSONSchemaProps root, Class<?> kind) {
    root.setDescription(classDescription(kind));
    var parts = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
    completeClass(property(root, "spec"), (Class<?>) parts[0]);
    completeClass(property(root, "status"), (Class<?>) parts[1]);
    root.setRequired(List.of("spec"));
  }

  private static void completeClass(JSONSchemaProps schema, Class<?> type) {
    schema.setDescription(classDescription(type));
    complete(schema, type);
  }

  private static void complete(JSONSchemaProps schema, Class<?> type) {
    var required = new ArrayList<String>();
    for (var component : type.getRecordComponents()) {
      var property = property(schema, component.getName());
      if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        required.add(component.getName());
      }
      field(property, component);
    }
    schema.setRequired(required);
  }

  private static void field(JSONSchemaProps property, RecordComponent component) {
    if (component.getAnnotatedType() instanceof AnnotatedParameterizedType list) {
      listKeys(property, component);
      items(property.getItems().getSchema(), list.getAnnotatedActualTypeArguments()[0]);
    } else if (component.isAnnotationPresent(Timestamp.class)) {
      property.setFormat("date-time");
    } else {
      value(property, component.getType(), component.getAccessor());
    }
  }

  private static void listKeys(JSONSchemaProps property, RecordComponent component) {
    var unique = component.getAnnotation(UniqueBy.class);
    property.setXKubernetesListType(unique == null ? "atomic" : "map");
    if (unique != null) {
      property.setXKubernetesListMapKeys(List.of(unique.value()));
    }
  }

  private static void items(JSONSchemaProps items, AnnotatedType type) {
    if (type.getType() == Condition.class) {
      condition(items);
    } else {
      value(items, (Class<?>) type.getType(), type);
    }
  }

  private static void value(JSONSchemaProps schema, Class<?> type, AnnotatedElement annotated) {
    if (type.isRecord()) {
      complete(schema, type);
    } else if ("integer".equals(schema.getType())) {
      integer(schema);
    } else if (type == String.class) {
      string(schema, annotated.isAnnotationPresent(Size.class));
    }
  }

  private static void integer(JSONSchemaProps schema) {
    schema.setFormat("int64");
    if (schema.getMinimum() == null) {
      schema.setMinimum(0.0);
    }
    if (schema.getMaximum() == null) {
      schema.setMaximum(Bounds.INTEGER);
    }
  }

  private static void string(JSONSchemaProps schema, boolean hasSize) {
    if (!hasSize) {
      schema.setMinLength(1L);
      schema.setMaxLength((long) Bounds.TEXT);
    }
    if (schema.getPattern() == null) {
      schema.setPattern(Patterns.TEXT);
    }
  }

  private static void condition(JSONSchemaProps schema) {
    schema.getProperties().keySet().retainAll(CONDITION.keySet());
    CONDITION.forEach((name, text) -> property(schema, name).setDescription(text));
    schema.setRequired(List.of("type", "status", "lastTransitionTime", "reason", "message"));
    property(schema, "type").setMaxLength(316L);
    property(schema, "status").setPattern("^(True|False|Unknown)$");
    property(schema, "status").setMaxLength(7L);
    property(schema, "reason").setMinLength(1L);
    property(schema, "reason").setMaxLength(1024L);
    property(schema, "message").setMaxLength(32768L);
    property(schema, "lastTransitionTime").setFormat("date-time");
    integer(property(schema, "observedGeneration"));
  }

  private static JSONSchemaProps property(JSONSchemaProps schema, String name) {
    return Objects.requireNonNull(schema.getProperties().get(name), name);
  }

  private static String classDescription(Class<?> type) {
    var description = type.getAnnotation(JsonClassDescription.class);
    if (description == null) {
      throw new IllegalStateException(type + " needs a @JsonClassDescription");
    }
    return description.value();
  }
}
