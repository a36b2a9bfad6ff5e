package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReasonTest {
  private static final Path DOCUMENT = Path.of("../docs/reasons.md");

  @Test
  void theDocumentHasEveryReason() throws IOException {
    assertThat(Files.readString(DOCUMENT)).isEqualTo(document());
  }

  @Test
  void namesOfOtherReleasesAreNone() {
    assertThat(Reason.byName("Moving")).isEqualTo(Reason.Moving);
    assertThat(Reason.byName("Teleporting")).isNull();
    assertThat(Reason.byName(null)).isNull();
  }

  private static String document() {
    return """
        # Why a job is where it is

        `status.reason` of a KVReshardJob, which is also the reason of its conditions and events. Generated from
        `io.kvreshard.core.job.Reason`; a test keeps both the same.

        """
        + section("On the way", "The job is `Reconciling`.", Reason.Kind.PROGRESS)
        + section(
            "An attempt has ended",
            "It is drained, then tried again unless `spec.backoffLimit` is exhausted.",
            Reason.Kind.RETRY)
        + section("Failed", "Final: the job is `Failed` and `Stalled`.", Reason.Kind.FINAL)
        + section("Done", "Final: the job is `Ready`.", Reason.Kind.GOOD).stripTrailing()
        + "\n";
  }

  private static String section(String title, String text, Reason.Kind kind) {
    var rows =
        Arrays.stream(Reason.values())
            .filter(reason -> reason.kind() == kind)
            .map(ReasonTest::row)
            .collect(Collectors.joining());
    return "## %s\n\n%s\n\n| reason | meaning | who must act |\n|---|---|---|\n%s\n"
        .formatted(title, text, rows);
  }

  private static String row(Reason reason) {
    return "| `%s` | %s | %s |\n".formatted(reason, reason.sentence(), reason.actor().words());
  }
}
