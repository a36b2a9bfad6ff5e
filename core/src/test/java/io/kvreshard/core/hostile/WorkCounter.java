package io.kvreshard.core.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Counts work as the JVM sees it: the calls of all methods of some classes, records apart. Unlike
 * time, the number is the same on every machine.
 */
final class WorkCounter implements AutoCloseable {
  private static final String CALLS = "jdk.MethodTiming";

  private final Recording recording = new Recording();

  private WorkCounter() {}

  /** Counts calls of the methods of all classes that lie in the packages of these. */
  static WorkCounter ofPackagesOf(Class<?>... members) {
    WorkCounter counter = new WorkCounter();
    counter
        .recording
        .enable(CALLS)
        .with("period", "endChunk")
        .with(
            "filter",
            Arrays.stream(members).map(WorkCounter::classes).collect(Collectors.joining(";")));
    counter.recording.start();
    return counter;
  }

  /** Calls while this runs. */
  long calls(Runnable action) {
    long before = calls();
    action.run();
    return calls() - before;
  }

  @Override
  public void close() {
    recording.close();
  }

  /** Calls since the beginning: a dump ends a chunk, and every chunk ends in the sums so far. */
  private long calls() {
    try {
      Path file = Files.createTempFile("calls", ".jfr");
      try {
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals(CALLS))
            .collect(
                Collectors.toMap(
                    WorkCounter::method, event -> event.getLong("invocations"), Math::max))
            .values()
            .stream()
            .mapToLong(Long::longValue)
            .sum();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String method(RecordedEvent event) {
    return event.getValue("method").toString();
  }

  /** JDK 25.0.3 cannot count in records whose components have annotated types. */
  private static boolean isRecord(String name) {
    try {
      return Class.forName(name).isRecord();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String classes(Class<?> member) {
    String folder = member.getPackageName().replace('.', '/');
    try {
      Path root = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (var files = Files.list(root.resolve(folder))) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
            .map(name -> member.getPackageName() + "." + name.replace(".class", ""))
            .filter(name -> !isRecord(name))
            .collect(Collectors.joining(";"));
      }
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
