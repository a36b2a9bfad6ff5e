package io.kvreshard.crd.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener how the files of a scope change. One thread looks at the directory's version
 * every 20 ms (8 bytes); only if it has grown, at the files, and only into those that were
 * replaced. The same thread calls the listener, so that a slow one skips intermediate states.
 */
final class DirectoryWatch<T extends HasMetadata> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DirectoryWatch.class);
  private static final Duration PERIOD = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** What tells one content of a path from the next: every write is a new file. */
  private record Stamp(@Nullable Object inode, FileTime modified, long size) {}

  /** {@code object} is empty if the file does not match the scope. */
  private record Seen<T>(Stamp stamp, Optional<T> object) {}

  private final ObjectFiles files;
  private final DirectoryLock lock;
  private final Class<T> kind;
  private final Scope scope;
  private final Consumer<Change<T>> listener;
  private final Consumer<DirectoryWatch<?>> closed;
  private final Map<Path, Seen<T>> seen = new HashMap<>();
  private final Thread thread;

  DirectoryWatch(
      ObjectFiles files,
      DirectoryLock lock,
      Class<T> kind,
      Scope scope,
      Consumer<Change<T>> listener,
      Consumer<DirectoryWatch<?>> closed) {
    this.files = files;
    this.lock = lock;
    this.kind = kind;
    this.scope = scope;
    this.listener = listener;
    this.closed = closed;
    thread = Thread.ofVirtual().name("watch-" + kind.getSimpleName()).unstarted(this::run);
    thread.start();
  }

  private void run() {
    long known = -1;
    try {
      while (!Thread.currentThread().isInterrupted()) {
        known = poll(known);
        Thread.sleep(PERIOD);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long poll(long known) {
    try {
      if (lock.version() == known) {
        return known;
      }
      // A version is taken before its file is written: who waits for the lock sees both.
      long version = lock.<Long, RuntimeException>locked(lock::version);
      scan();
      return version;
    } catch (IOException | UncheckedIOException e) {
      if (!Thread.currentThread().isInterrupted()) {
        log.warn("watching {}: {}; trying again", kind.getSimpleName(), e.toString());
      }
      return known;
    }
  }

  private void scan() throws IOException {
    var now = files.files(kind, scope);
    for (var file : List.copyOf(seen.keySet())) {
      if (!now.contains(file)) {
        settle(file, null);
      }
    }
    for (var file : now) {
      look(file);
    }
  }

  private void look(Path file) throws IOException {
    Stamp stamp;
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      stamp = new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
    } catch (NoSuchFileException gone) {
      settle(file, null);
      return;
    }
    var before = seen.get(file);
    if (before != null && before.stamp.equals(stamp)) {
      return;
    }
    Optional<ObjectNode> tree = files.read(file);
    settle(
        file,
        tree.isEmpty()
            ? null
            : new Seen<>(
                stamp,
                tree.filter(t -> ObjectFilter.matches(t, scope)).map(t -> files.object(t, kind))));
  }

  private void settle(Path file, @Nullable Seen<T> after) {
    var before = after == null ? seen.remove(file) : seen.put(file, after);
    var old = before == null ? Optional.<T>empty() : before.object;
    var young = after == null ? Optional.<T>empty() : after.object;
    old.filter(o -> young.isEmpty() || !uid(o).equals(uid(young.get())))
        .ifPresent(o -> tell(new Change.Gone<>(o)));
    young.ifPresent(y -> tell(new Change.Present<>(files.object(files.tree(y), kind))));
  }

  private void tell(Change<T> change) {
    try {
      listener.accept(change);
    } catch (RuntimeException e) {
      log.error("{}: the listener failed on {}", thread.getName(), Names.of(change.object()), e);
    }
  }

  private String uid(T object) {
    return Objects.requireNonNull(object.getMetadata().getUid());
  }

  @Override
  public void close() {
    Threads.stop(thread, PATIENCE);
    closed.accept(this);
  }
}
