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
    assertThat(out.toString().lines()).hasSize(4).containsOnly("0 passed, 0 failed, 0 skipped");
    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("conformance: " + folder) && line.contains("no cases"));
  }

  @Test
  void linesThatAreNoCasesFailAndSpoilNoOther() throws IOException {
    write("bad.jsonl", "{\n" + REJECTED + "[1]\n{\"id\":\"a\"}\nnull\n" + REJECTED + "{} {}");
    Files.write(
        folder.resolve("latin.jsonl"),
        (REJECTED + "{\"\u00e9\":0}\n" + REJECTED).getBytes(StandardCharsets.ISO_8859_1));
    assertThat(run(folder)).isEqualTo(1);
    assertThat(out.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("bad.jsonl:1: expected a case, got "),
            line -> assertThat(line).startsWith("bad.jsonl:3: expected a case, got "),
            line -> assertThat(line).startsWith("bad.jsonl:4: ").endsWith("no field \"kind\""),
            line -> assertThat(line).startsWith("bad.jsonl:5: ").endsWith("it is null"),
            line -> assertThat(line).startsWith("bad.jsonl:7: expected a case, got "),
            line -> assertThat(line).startsWith("latin.jsonl:2: ").endsWith("it is not UTF-8"),
            line -> assertThat(line).isEqualTo("4 passed, 6 failed, 0 skipped"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void filesThatCannotBeReadFailAndSpoilNoOther() throws IOException {
    Files.createDirectory(folder.resolve("a.jsonl"));
    Files.createSymbolicLink(folder.resolve("b.jsonl"), Path.of("nowhere"));
    write("c.jsonl", "\uFEFF" + REJECTED.replace("\n", "\r\n"));
    assertThat(run(folder)).isEqualTo(1);
    assertThat(out.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("b.jsonl: expected a case").contains("read"),
            line -> assertThat(line).isEqualTo("1 passed, 1 failed, 0 skipped"));
  }

  /** Names of participants may be any Unicode that JSON can say. */
  @Test
  void readsLoneSurrogates() throws IOException {
    write("names.jsonl", REJECTED.replace("{\"id\"", "{\"\\udfff\":0,\"id\""));
    assertThat(run(folder)).isZero();
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
