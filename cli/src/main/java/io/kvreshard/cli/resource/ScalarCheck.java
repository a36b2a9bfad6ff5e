package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.crd.schema.Patterns;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Strings and numbers against the bounds of their schema. */
record ScalarCheck(Findings findings, JSONSchemaProps schema, String pointer) {
  private record Form(RejectionCategory category, String text) {}

  /** What the regular expressions of the CRDs mean. */
  private static final Map<String, Form> FORMS =
      Map.of(
          Patterns.TEXT, new Form(RejectionCategory.STRING, "a string without NUL"),
          Patterns.NAME,
              new Form(
                  RejectionCategory.STRING,
                  "a name of Kubernetes: small letters, digits, \"-\" and \".\""),
          Patterns.ID,
              new Form(
                  RejectionCategory.STRING,
                  "a name of letters, digits and \"._:/-\" that begins and ends with a letter or"
                      + " digit"),
          Patterns.LAYERS,
              new Form(RejectionCategory.STRING, "layers as ranges, such as \"0-39,42\""),
          Patterns.SHA256,
              new Form(RejectionCategory.SHA256, "a SHA-256: 64 lower-case hexadecimal digits"),
          Patterns.SHA256_ID,
              new Form(
                  RejectionCategory.SHA256,
                  "an id: \"sha256:\" and 64 lower-case hexadecimal digits"),
          Patterns.U64, new Form(RejectionCategory.RANGE, "an integer below 2^64, in quotes"));

  void string(String value) {
    var words = schema.getEnum();
    if (!words.isEmpty() && words.stream().noneMatch(it -> it.asText().equals(value))) {
      var known = words.stream().map(JsonNode::asText).toList();
      findings.add(
          RejectionCategory.ENUM,
          pointer,
          "%s is unknown: %s"
              .formatted(
                  Quoted.of(value),
                  known.stream().collect(Collectors.joining(", ", "one of ", " is needed"))));
      return;
    }
    long length = value.codePointCount(0, value.length());
    if (schema.getMinLength() != null && length < schema.getMinLength()) {
      findings.add(
          RejectionCategory.STRING,
          pointer,
          length == 0 ? "the string is empty" : length + " characters are too few");
    } else if (schema.getMaxLength() != null && length > schema.getMaxLength()) {
      findings.add(
          RejectionCategory.LIMIT,
          pointer,
          "%d characters: at most %d are allowed".formatted(length, schema.getMaxLength()));
    } else if (schema.getPattern() != null
        && !Pattern.compile(schema.getPattern()).matcher(value).find()) {
      var form =
          FORMS.getOrDefault(
              schema.getPattern(),
              new Form(RejectionCategory.STRING, "a string that matches " + schema.getPattern()));
      findings.add(
          form.category(), pointer, "%s is not %s".formatted(Quoted.of(value), form.text()));
    } else if ("date-time".equals(schema.getFormat()) && !isDateTime(value)) {
      findings.add(
          RejectionCategory.STRING,
          pointer,
          Quoted.of(value) + " is no date and time, such as \"2026-01-31T23:59:59Z\"");
    }
  }

  void number(JsonNode value) {
    var number = value.decimalValue();
    var least = schema.getMinimum();
    var most = schema.getMaximum();
    if (least != null && number.compareTo(BigDecimal.valueOf(least)) < 0) {
      outside(value, "at least", least);
    } else if (most != null && number.compareTo(BigDecimal.valueOf(most)) > 0) {
      outside(value, "at most", most);
    }
  }

  private void outside(JsonNode value, String relation, double bound) {
    findings.add(
        RejectionCategory.RANGE,
        pointer,
        "%s is out of bounds: %s %s"
            .formatted(value.asText(), relation, BigDecimal.valueOf(bound).toBigInteger()));
  }

  private static boolean isDateTime(String value) {
    try {
      OffsetDateTime.parse(value);
      return true;
    } catch (DateTimeParseException _) {
      return false;
    }
  }
}
