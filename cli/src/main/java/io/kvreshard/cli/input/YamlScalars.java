package io.kvreshard.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/** Single values of YAML, with the types that kubectl sees in them. */
final class YamlScalars {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final ScalarResolver TYPES = new CoreScalarResolver(false);

  /** Booleans of YAML 1.1, which kubectl reads. */
  private static final Set<String> TRUE = Set.of("true", "yes", "on");

  private static final Set<String> FALSE = Set.of("false", "no", "off");

  private YamlScalars() {}

  static JsonNode json(ScalarEvent scalar) {
    var text = scalar.getValue();
    var tag =
        scalar
            .getTag()
            .map(Tag::new)
            .orElseGet(() -> TYPES.resolve(text, scalar.getImplicit().canOmitTagInPlainScalar()));
    if (tag.equals(Tag.NULL)) {
      return JSON.nullNode();
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      checkDigits(text);
    }
    if (tag.equals(Tag.INT)) {
      return integer(text);
    }
    if (tag.equals(Tag.FLOAT)) {
      return decimal(text);
    }
    if (scalar.isPlain()) {
      var word = text.toLowerCase(Locale.ROOT);
      if (TRUE.contains(word) || FALSE.contains(word)) {
        return JSON.booleanNode(TRUE.contains(word));
      }
    }
    return JSON.textNode(text);
  }

  /** Reading a number takes time that grows faster than its length. */
  private static void checkDigits(String text) {
    if (text.length() > Limits.DIGITS) {
      throw new RejectedException(
          RejectionCategory.INTEGER, "", "a number of more than " + Limits.DIGITS + " digits");
    }
  }

  private static JsonNode integer(String text) {
    try {
      var value =
          text.startsWith("0x")
              ? new BigInteger(text.substring(2), 16)
              : text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
      return value.bitLength() < Long.SIZE
          ? JSON.numberNode(value.longValueExact())
          : JSON.numberNode(value);
    } catch (NumberFormatException _) {
      throw new RejectedException(
          RejectionCategory.INTEGER, "", Quoted.of(text) + " is tagged !!int, but is none");
    }
  }

  private static JsonNode decimal(String text) {
    try {
      return JSON.numberNode(new BigDecimal(text));
    } catch (NumberFormatException _) {
      throw new RejectedException(
          RejectionCategory.NON_FINITE, "", Quoted.of(text) + " has no meaning in JSON");
    }
  }
}
