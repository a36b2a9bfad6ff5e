package io.kvreshard.cli.validate;

import static io.kvreshard.cli.testing.Cli.change;
import static io.kvreshard.cli.testing.Cli.sample;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.kvreshard.cli.testing.Cli;
import io.kvreshard.cli.testing.Wires;
import io.kvreshard.cli.wire.WireKind;
import io.kvreshard.core.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that mean harm, or are no texts at all: an answer comes soon and is one of ours. */
class HostileFileTest {
  private static final int MEBI = 1 << 20;

  @TempDir Path folder;

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments("nothing", "", "[syntax]: there is no document in it"),
        arguments("space", " \n\n", "[syntax]: there is no document in it"),
        arguments("NUL", "\0".repeat(1000), "[syntax]: this is not YAML: special characters"),
        arguments("an open object", "{", "[syntax]: not JSON: '\"' is expected at character 1"),
        arguments("a word", "hello\n", "an object with apiVersion, kind, metadata and spec"),
        arguments("a mark and JSON", "\uFEFF{\"a\":1}", "at character 0, not \"\\ufeff\""),
        arguments(
            "wrong types",
            "{\"operation_id\":1,\"transfer_digest\":[],\"target_id\":{},\"success\":\"yes\"}",
            "/operation_id [string]: a string that is not empty is needed"),
        arguments("arrays", "[".repeat(16 * MEBI), "[depth]: nested deeper than 64 levels"),
        arguments("objects", "{\"a\":".repeat(3 * MEBI), "[depth]: nested deeper than 64"),
        arguments("a deep field", "{\"schema\":" + "[".repeat(8 * MEBI), "[depth]: nested"),
        arguments("a deep object", "{\"kind\":" + "[".repeat(8 * MEBI), "/kind/0/0/0/0/0/0"),
        arguments("a deep list", "a: " + "[".repeat(MEBI), "[depth]: nested deeper than 64"),
        arguments("fields", many("\"f%d\":1", ",", "{", "}"), "[fields]: its fields are those of"),
        arguments("documents", many("{\"a\":%d}", "\n", "", ""), "0 ok, 100000 invalid"),
        arguments("a long text", receipt("x".repeat(Limits.TEXT_BYTES)), "[limit]: the text is"),
        arguments("digits", job("9".repeat(MEBI)), "line 12, /spec/backoffLimit [integer]: a num"),
        arguments("decimals", job("9".repeat(MEBI) + ".5"), "/spec/backoffLimit [integer]: a num"),
        arguments("an exponent", job("1e1000000000"), "an integer is needed here, not 1E+10000"),
        arguments("a name", "spec: {" + "x".repeat(4 * MEBI) + ": 1}", "[syntax]: this is not"),
        arguments(
            "a name above values",
            change(
                sample("job.yaml"),
                "  backoffLimit: 3\n",
                many("    a%d: 1", "\n", "  ? %s\n  :\n".formatted("x".repeat(MEBI)), "\n")),
            "line 12, /spec/xxxx"));
  }

  private static String many(String form, String between, String before, String after) {
    return IntStream.range(0, 100_000)
        .mapToObj(form::formatted)
        .collect(Collectors.joining(between, before, after));
  }

  private static String job(String backoffLimit) {
    return change(sample("job.yaml"), "backoffLimit: 3", "backoffLimit: " + backoffLimit);
  }

  private static String receipt(String operation) {
    return change(Wires.text(WireKind.TARGET_RECEIPT), "\"op\"", "\"%s\"".formatted(operation));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void isRefusedInASentence(String what, String text, String expected) {
    var result = Cli.run("validate", Cli.file(folder, "given", text));
    assertThat(result.status()).as(what).isOne();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains(expected);
  }

  @Test
  void bytesThatAreNoTextAreRefusedWithTheirPlace() throws IOException {
    var file = Files.write(folder.resolve("bytes"), new byte[] {'a', ':', ' ', (byte) 0xE9});
    assertThat(Cli.run("validate", file.toString()).out())
        .contains("bytes:1: file: INVALID", "[encoding]: byte 3 is not UTF-8");
  }

  @Test
  void whatCannotBeReadIsNotInvalid() throws IOException {
    var loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    assertUnusable(loop.toString(), "loop: cannot be read: Too many levels of symbolic links");
    assertUnusable(folder.toString(), "is a directory, name the files in it");
    assertUnusable("", "the name of a file is empty");
    var vast = folder.resolve("vast");
    try (var file = Files.newByteChannel(vast, EnumSet.of(CREATE_NEW, SPARSE, WRITE))) {
      file.position(256L * MEBI).write(ByteBuffer.allocate(1));
    }
    assertUnusable(vast.toString(), "vast: has more than 256 MiB, split it");
  }

  private static void assertUnusable(String file, String why) {
    var result = Cli.run("validate", file);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(why).doesNotContain("\tat ");
  }

  /** A name in a document could clear the screen, or show another verdict. */
  @Test
  void aDocumentCannotSteerTheTerminal() {
    var wire = receipt("\\u001b[31m\\n\\ud800" + "x".repeat(1000));
    var red = "\"\\e[31m\"";
    var object = change(change(sample("job.yaml"), "name: move", "name: " + red), "policy", red);
    var receipt = Cli.file(folder, "wire.json", wire);
    assertThat(Cli.run("validate", receipt, Cli.file(folder, "job.yaml", object)).out())
        .doesNotContain("\u001b")
        .contains("    operation_id: \\u001b[31m\\u000a\\ud800xxx")
        .contains("KVReshardJob \"\\u001b[31m\": INVALID", "/spec/\\u001b[31m [fields]")
        .doesNotContain("x".repeat(501));
    assertThat(Cli.run("validate", "-o", "json", receipt).out())
        .contains("\"operation_id\" : \"\\u001B[31m\\n\\uD800xxx");
  }
}
