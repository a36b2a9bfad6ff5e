package io.kvreshard.agent.quarantine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.core.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations that this node owes a proof of quiet, one file each: they survive the agent. Only
 * the holder of the node's lock opens the folder. Thread-safe.
 */
public final class Quarantine {
  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUFFIX = ".json";

  private final Path folder;
  private final Duration patience;
  private final Map<String, NoisyOperation> operations = new TreeMap<>();
  private final Set<String> told = new HashSet<>();

  private Quarantine(Path folder, Duration patience) {
    this.folder = folder;
    this.patience = patience;
  }

  /**
   * Opens the folder, makes it if it is not there, and reads what predecessors have left.
   *
   * @param patience how long an operation may try to become quiet before it is put on record
   * @throws IOException if it cannot be read: nobody then knows what they have left
   */
  public static Quarantine open(Path folder, Duration patience) throws IOException {
    var quarantine = new Quarantine(folder, patience);
    Files.createDirectories(folder);
    try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        quarantine.read(file);
      }
    }
    return quarantine;
  }

  private void read(Path file) throws IOException {
    try {
      NoisyOperation noisy = JSON.readValue(Files.readString(file), NoisyOperation.class);
      operations.put(noisy.operation(), noisy);
      LOG.warn("A former agent has left operation {} in quarantine", noisy.operation());
    } catch (JsonProcessingException e) {
      throw new IOException(
          "%s is damaged: see which operation it is about, and remove it: %s"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
  }

  /** How long an operation may try to become quiet before it is put on record. */
  public Duration patience() {
    return patience;
  }

  /** All that is on record, the oldest first. */
  public synchronized List<NoisyOperation> all() {
    var all = new ArrayList<>(operations.values());
    all.sort(Comparator.comparing(NoisyOperation::since));
    return all;
  }

  /** What is on record of an operation. */
  public synchronized Optional<NoisyOperation> of(String operation) {
    return Optional.ofNullable(operations.get(operation));
  }

  /**
   * Puts an operation on record; what is there stays as it is.
   *
   * @return false if the disk does not take it: try again
   */
  public synchronized boolean put(NoisyOperation noisy) {
    if (operations.containsKey(noisy.operation())) {
      return true;
    }
    try {
      write(file(noisy.operation()), JSON.writeValueAsBytes(noisy));
      force(folder);
    } catch (IOException e) {
      LOG.error("Operation {} cannot be put in quarantine: {}", noisy.operation(), e.toString());
      return false;
    }
    operations.put(noisy.operation(), noisy);
    LOG.error("Operation {} is in quarantine: {}", noisy.operation(), noisy.message());
    return true;
  }

  /** The operation is proven to be quiet. */
  public synchronized void clear(String operation) {
    if (!operations.containsKey(operation)) {
      return;
    }
    try {
      Files.deleteIfExists(file(operation));
      force(folder);
    } catch (IOException e) {
      // A successor proves it once more.
      LOG.warn("The record of operation {} stays on disk: {}", operation, e.toString());
    }
    operations.remove(operation);
    told.remove(operation);
    LOG.info("Operation {} is quiet and leaves quarantine", operation);
  }

  /** The control plane knows of these. */
  public synchronized void told(Collection<String> known) {
    told.addAll(known);
    told.retainAll(operations.keySet());
  }

  public synchronized boolean isTold(String operation) {
    return told.contains(operation);
  }

  private Path file(String operation) {
    return folder.resolve(Sha256.hex(operation).substring(0, 32) + SUFFIX);
  }

  /** Whole, or not there: also after a power cut. */
  private static void write(Path file, byte[] content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
