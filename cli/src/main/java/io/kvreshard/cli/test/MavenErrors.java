package io.kvreshard.cli.test;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Picks from a failed Maven run's output what a person can act on. */
final class MavenErrors {
  /** Warnings of the compiler are errors here, but Maven marks them as what they were. */
  private static final Pattern ERROR =
      Pattern.compile("\\[ERROR\\] (.*)|\\[WARNING\\] (.*\\.java:\\[.*)");

  private static final Pattern ADVICE =
      Pattern.compile(
          "(?i)re-run Maven|For more information|\\[Help |After correcting|^\\s*mvn |^\\s*$|^-> "
              + "|There (are|was a) test failure|Tests run: |^COMPILATION ERROR|^warnings found and"
              + "|^Failed to execute goal .*Compilation failure|^\\s+at |^Command was");
  private static final int MOST = 60;

  private MavenErrors() {}

  /** Whether the compiler refused something. */
  static boolean compilationFailed(List<String> output) {
    return output.stream().anyMatch(line -> line.startsWith("[ERROR] COMPILATION ERROR"));
  }

  /** The errors without Maven's advice and repetitions, with paths relative to {@code root}. */
  static List<String> of(List<String> output, Path root) {
    return output.stream()
        .map(ERROR::matcher)
        .filter(Matcher::matches)
        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
        .map(line -> line.replace(root + "/", ""))
        .filter(line -> !ADVICE.matcher(line).find())
        .distinct()
        .limit(MOST)
        .toList();
  }
}
