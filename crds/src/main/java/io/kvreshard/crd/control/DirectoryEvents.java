package io.kvreshard.crd.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Events as lines of one JSON object each, at the end of a file that all processes share. */
final class DirectoryEvents {
  private static final Logger log = LoggerFactory.getLogger(DirectoryEvents.class);

  private final Path file;
  private final Clock clock;
  private final JsonMapper json = JsonMapper.builder().build();
  private final EventMemory memory = new EventMemory();

  DirectoryEvents(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  synchronized void append(EventNote note) {
    var now = clock.instant();
    int count = memory.due(note, now);
    if (count == 0) {
      return;
    }
    var about = note.about();
    var line =
        new TreeMap<>(
            Map.of(
                "time", now.toString(),
                "type", note.type().toString(),
                "reason", note.reason(),
                "message", note.message(),
                "count", count,
                "kind", about.getKind(),
                "namespace", note.namespace(),
                "name", about.getName()));
    try {
      Files.write(
          file,
          (json.writeValueAsString(line) + "\n").getBytes(UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      log.warn("an event is lost: {}: {}", note, e.toString());
    }
  }
}
