package io.kvreshard.cli.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The committed list of tests that may be skipped. A line is {@code class#method reason…}, or
 * {@code class reason…} for all tests of a class; empty lines and lines that begin with {@code #}
 * are not read.
 *
 * @param reasons by {@code class} or {@code class#method}
 */
record SkipList(Map<String, String> reasons) {
  static final String FILE = "skipped-tests.txt";

  SkipList {
    reasons = Map.copyOf(reasons);
  }

  static SkipList read(Path file) throws IOException {
    return parse(Files.readAllLines(file));
  }

  /**
   * @throws IllegalArgumentException for a line without a reason or a test that stands there twice
   */
  static SkipList parse(List<String> lines) {
    var reasons = new LinkedHashMap<String, String>();
    for (var line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      var words = line.strip().split("\\s+", 2);
      if (words.length < 2) {
        throw new IllegalArgumentException(FILE + ": no reason in the line: " + line);
      }
      if (reasons.put(words[0], words[1]) != null) {
        throw new IllegalArgumentException(FILE + ": twice: " + words[0]);
      }
    }
    return new SkipList(reasons);
  }

  boolean allows(TestId test) {
    return reasons.containsKey(test.className()) || reasons.containsKey(test.toString());
  }
}
