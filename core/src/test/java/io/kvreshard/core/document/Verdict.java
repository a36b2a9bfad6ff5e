package io.kvreshard.core.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.regex.Pattern;

/** What a reader may do with any text: read it, or reject it; soon, and with little memory. */
final class Verdict {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long FREE_BYTES = 8 << 20;
  private static final int BYTES_PER_CHARACTER = 16;
  private static final long MOST_CPU_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int LONGEST_SENTENCE = 1000;
  private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)*");

  private Verdict() {}

  /** Reads a text as a document of the sample's kind. */
  static void check(Sample sample, String text) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    try {
      String written = sample.reread().apply(text);
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      nanos = THREADS.getCurrentThreadCpuTime() - nanos;
      assertThat(sample.reread().apply(written)).isEqualTo(written);
    } catch (RejectedException e) {
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      nanos = THREADS.getCurrentThreadCpuTime() - nanos;
      check(e.rejection());
    }
    assertThat(bytes)
        .as("bytes allocated for %d characters", text.length())
        .isLessThanOrEqualTo(FREE_BYTES + (long) BYTES_PER_CHARACTER * text.length());
    assertThat(nanos).as("CPU time").isLessThan(MOST_CPU_NANOS);
  }

  private static void check(Rejection rejection) {
    assertThat(rejection.category()).isNotNull();
    assertThat(rejection.pointer()).matches(POINTER);
    assertThat(rejection.message()).isNotBlank().hasSizeLessThan(LONGEST_SENTENCE);
    assertThat(rejection.message().chars())
        .as("printable: %s", rejection.message())
        .noneMatch(Character::isISOControl);
  }
}
