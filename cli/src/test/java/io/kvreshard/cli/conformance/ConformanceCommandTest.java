package io.kvreshard.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConformanceCommandTest {
  private static final Path COMMITTED = Path.of("..", "core", "src", "test", "resources");

  private static final String REJECTED =
      """
      {"id":"a","kind":"invalid","doc":"snapshot","text":"[","expect":{"verdict":"reject"}}
      """;
  private static final String WRONG =
      """
      {"id":"b","kind":"invalid","doc":"snapshot","text":"[","expect":{"verdict":"accept"}}
      """;
  private static final String OF_STORE =
      """
      {"id":"c","kind":"store_load"}
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void everyCommittedCasePasses() {
    assertThat(run(COMMITTED.resolve("conformance"))).isZero();
    assertThat(out.toString().lines()).containsExactly("889 passed, 0 failed, 120 skipped");
  }

  @Test
  void namesEachFailingCase() throws IOException {
    write("one.jsonl", REJECTED + WRONG);
    write("two.jsonl", OF_STORE + WRONG);
    write("notes.txt", "no cases");
    assertThat(run(folder)).isEqualTo(1);
    assertThat(out.toString().lines())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("one.jsonl b: expected verdict accept, got reject: ");
    assertThat(out.toString().lines().skip(1))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("two.jsonl b: "),
            line -> assertThat(line).isEqualTo("1 passed, 2 failed, 1 skipped"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void refusesAFolderWithoutCases() throws IOException {
    assertThat(run(folder)).isEqualTo(2);
    write("empty.jsonl", "\n");
    assertThat(run(folder)).isEqualTo(2);
    assertThat(run(folder.resolve("nowhere"))).isEqualTo(2);
    assertThat(run(folder.resolve("empty.jsonl"))).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("conformance: " + folder) && line.contains("no cases"));
  }

  @Test
  void namesLinesThatAreNoCases() throws IOException {
    write("bad.jsonl", "{\n" + REJECTED + "[1]\n{\"id\":\"a\"}\n" + REJECTED + "{} {}");
    Files.write(
        folder.resolve("latin.jsonl"), (REJECTED + "\u00e9").getBytes(StandardCharsets.ISO_8859_1));
    assertThat(run(folder)).isEqualTo(2);
    assertThat(out.toString().lines()).last().isEqualTo("3 passed, 0 failed, 0 skipped");
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("conformance: bad.jsonl:1: it is no JSON object"),
            line -> assertThat(line).startsWith("conformance: bad.jsonl:3: it is no JSON object"),
            line ->
                assertThat(line).isEqualTo("conformance: bad.jsonl:4: it has no field \"kind\""),
            line -> assertThat(line).startsWith("conformance: bad.jsonl:6: it is no JSON object"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "conformance: latin.jsonl:2: it is not UTF-8, nor is what follows read"));
  }

  /** Lines may be longer than any document may be. */
  @Test
  void readsLongLines() throws IOException {
    String text = " ".repeat(25_000_000);
    write("long.jsonl", REJECTED.replace("[", text));
    assertThat(run(folder)).isZero();
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private int run(Path cases) {
    return new CommandLine(new ConformanceCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(cases.toString());
  }
}
