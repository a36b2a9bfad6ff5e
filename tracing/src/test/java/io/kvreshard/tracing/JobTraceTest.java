package io.kvreshard.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Ids that everybody computes. */
final class JobTraceTest {
  private static final String UID = "3f0d9c6e-2f4b-4c11-9a53-0e4f6a7b8c9d";

  @Test
  void theTraceIsTheUidWithoutDashes() {
    assertThat(JobTrace.job(UID).getTraceId()).isEqualTo("3f0d9c6e2f4b4c119a530e4f6a7b8c9d");
    assertThat(JobTrace.attempt(UID, UID + "/2/0").getTraceId())
        .isEqualTo(JobTrace.job(UID).getTraceId());
  }

  @Test
  void spansAreTheHashOfWhatTheyAre() throws Exception {
    assertThat(JobTrace.job(UID).getSpanId()).isEqualTo(hash("kvreshard-span/v1\0" + UID));
    assertThat(JobTrace.attempt(UID, UID + "/1/0").getSpanId())
        .isEqualTo(hash("kvreshard-span/v1\0" + UID + "/1/0"))
        .isNotEqualTo(JobTrace.attempt(UID, UID + "/2/0").getSpanId());
  }

  @Test
  void everyUidHasATrace() {
    for (var uid : new String[] {"uid-1", "", "0".repeat(32), UID + "x", "日本"}) {
      SpanContext job = JobTrace.job(uid);
      assertThat(job.isValid()).as(uid).isTrue();
      assertThat(job.isSampled()).as(uid).isTrue();
      assertThat(SpanId.isValid(job.getSpanId())).as(uid).isTrue();
    }
  }

  private static String hash(String text) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest).substring(0, 16);
  }
}
