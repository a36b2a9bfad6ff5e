package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JUnitReportsTest {
  private static final String REPORT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="a.B" tests="5" errors="1" skipped="1" failures="1">
        <properties><property name="testcase" value="&lt;testcase/&gt;"/></properties>
        <testcase name="passes" classname="a.B" time="0.1"/>
        <testcase name="prints" classname="a.B"><system-out><![CDATA[<failure/>]]></system-out></testcase>
        <testcase name="fails(int)[2]" classname="a.B">
          <failure message="expected: 1&#10; but was: 2" type="AssertionError"><![CDATA[at a.B]]></failure>
          <system-err>noise</system-err>
        </testcase>
        <testcase name="" classname="a.B"><error type="java.io.IOException">at a.B</error></testcase>
        <testcase name="waits" classname="a.B"><skipped message="no GPU"/></testcase>
      </testsuite>
      """;

  @TempDir Path folder;

  @Test
  void readsEveryOutcome() throws IOException {
    Files.writeString(folder.resolve("TEST-a.B.xml"), REPORT);
    Files.writeString(folder.resolve("failsafe-summary.xml"), "<not-a-report/>");

    assertThat(JUnitReports.read(folder))
        .containsExactly(
            new TestResult.Passed(new TestId("a.B", "passes")),
            new TestResult.Passed(new TestId("a.B", "prints")),
            new TestResult.Failed(new TestId("a.B", "fails"), "expected: 1\n but was: 2"),
            new TestResult.Errored(new TestId("a.B", ""), "java.io.IOException"),
            new TestResult.Skipped(new TestId("a.B", "waits"), "no GPU"));
  }

  @Test
  void aMissingFolderHasNoResults() throws IOException {
    assertThat(JUnitReports.read(folder.resolve("none"))).isEmpty();
  }

  @Test
  void aTruncatedReportIsNoSuccess() throws IOException {
    Files.writeString(folder.resolve("TEST-a.B.xml"), REPORT.substring(0, 200));

    assertThatThrownBy(() -> JUnitReports.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TEST-a.B.xml");
  }
}
