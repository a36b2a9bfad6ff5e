package io.kvreshard.agent.runtime;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;

import io.kvreshard.agent.memory.Workshop;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which pods' directories exist: at the start, soon after every change, and every few
 * seconds, because a watch may miss something.
 */
final class PodDirectories implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PodDirectories.class);
  private static final long RESCAN_SECONDS = 5;

  private final Path parent;
  private final Workshop workshop;
  private final Consumer<Set<PodDirectory>> listener;
  private @Nullable WatchService watch;

  PodDirectories(Path parent, Workshop workshop, Consumer<Set<PodDirectory>> listener) {
    this.parent = parent;
    this.workshop = workshop;
    this.listener = listener;
  }

  void start() throws IOException {
    WatchService service = parent.getFileSystem().newWatchService();
    watch = service;
    parent.register(service, ENTRY_CREATE, ENTRY_DELETE);
    listener.accept(scan());
    Thread.ofVirtual().name("pod-directories").start(() -> follow(service));
  }

  private void follow(WatchService service) {
    try {
      while (true) {
        WatchKey key = service.poll(RESCAN_SECONDS, TimeUnit.SECONDS);
        if (key != null) {
          key.pollEvents();
          key.reset();
        }
        try {
          listener.accept(scan());
        } catch (IOException e) {
          log.error("Cannot read the pods' directories in {}: {}", parent, e.getMessage());
        }
      }
    } catch (ClosedWatchServiceException e) {
      log.debug("No longer watching {}", parent);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Set<PodDirectory> scan() throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS))
          .map(p -> new PodDirectory(p.getFileName().toString(), p, workshop))
          .filter(d -> Names.podUid(d.podUid()))
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  @Override
  public void close() {
    WatchService service = watch;
    if (service != null) {
      try {
        service.close();
      } catch (IOException e) {
        log.warn("Closing the watch of {}: {}", parent, e.getMessage());
      }
    }
  }
}
