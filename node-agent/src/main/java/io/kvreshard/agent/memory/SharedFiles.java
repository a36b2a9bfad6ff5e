package io.kvreshard.agent.memory;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of one session's engine process, each mapped once. Thread-safe. */
final class SharedFiles {
  static final int MAX_FILES = 1024;

  private final Path directory;
  private final Map<Key, Mapping> mappings = new HashMap<>();
  private @Nullable String ended;

  private record Key(String name, Object identity, long bytes) {}

  SharedFiles(Path directory) {
    this.directory = directory;
  }

  /** Maps all, or none; each is {@link Mapping#use used} once. */
  synchronized List<Mapping> use(List<Wanted> files) throws MemoryFailure {
    return Wanted.use(files, this::map);
  }

  private Mapping map(Wanted file) throws MemoryFailure {
    if (ended != null) {
      throw new MemoryFailure(MemoryFailure.Kind.TRANSIENT, ended);
    }
    Key key =
        new Key(
            file.name(), TruncatableFile.identity(directory.resolve(file.name())), file.bytes());
    Mapping known = mappings.get(key);
    if (known != null) {
      return known;
    }
    dropUnused();
    Mapping mapping = TruncatableFile.map(directory, file.name(), file.bytes());
    mappings.put(key, mapping);
    return mapping;
  }

  /** An engine that makes new files for ever must not fill the address space. */
  private void dropUnused() throws MemoryFailure {
    if (mappings.size() < MAX_FILES) {
      return;
    }
    mappings.values().stream()
        .filter(m -> !m.used())
        .forEach(m -> m.end("the file is mapped no more"));
    mappings.values().removeIf(m -> !m.used());
    if (mappings.size() >= MAX_FILES) {
      throw new MemoryFailure(
          MemoryFailure.Kind.REFUSED, "the process shares more than " + MAX_FILES + " files");
    }
  }

  synchronized void end(String reason) {
    ended = reason;
    mappings.values().forEach(m -> m.end(reason));
    mappings.clear();
  }
}
