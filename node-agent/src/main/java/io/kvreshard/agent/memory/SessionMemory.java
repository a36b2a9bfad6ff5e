package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All memory of one engine process, for as long as its session lives. Thread-safe. */
public final class SessionMemory {
  private final Path directory;
  private final Workshop workshop;
  private final RowMover mover;
  private final int ringSlots;
  private final int ringSlotBytes;
  private final SharedFiles files;
  private final Handover handover = new Handover();
  private final GivenMemfds memfds = new GivenMemfds(handover);
  private final ReentrantLock attaching = new ReentrantLock();
  private @Nullable StagingRing ring;
  private @Nullable String ended;

  /**
   * @param directory the pod's directory
   * @param workshop where the ring's file is made, if the process needs one
   */
  public SessionMemory(
      Path directory, Workshop workshop, RowMover mover, int ringSlots, int ringSlotBytes) {
    this.directory = directory;
    this.workshop = workshop;
    this.mover = mover;
    this.ringSlots = ringSlots;
    this.ringSlotBytes = ringSlotBytes;
    this.files = new SharedFiles(directory);
  }

  /** What goes through the session's connection of memory.sock. */
  public Handover handover() {
    return handover;
  }

  /**
   * The participant's memory for one operation and group.
   *
   * @param binding made from the layout: its regions are the layout's segments
   */
  public ParticipantMemory open(String group, PagedBinding binding, TensorLayout layout)
      throws MemoryFailure, InterruptedException {
    List<Segment> segments = segments(binding, layout);
    return switch (segments.getFirst().getKind()) {
      case SHARED_FILE -> new SharedMemory(binding, files.use(wanted(segments)));
      case SEALED_MEMFD -> new SharedMemory(binding, memfds.use(wanted(segments)));
      case PROCESS -> ProcessMemory.open(binding, handover.process(), addresses(segments));
      case ASSISTED -> new AssistedMemory(binding, group, mover, useRing());
      case KIND_UNSPECIFIED, UNRECOGNIZED ->
          throw new MemoryFailure(Kind.REFUSED, "the engine announced memory of an unknown kind");
    };
  }

  private static List<Segment> segments(PagedBinding binding, TensorLayout layout)
      throws MemoryFailure {
    Map<String, Segment> byId =
        layout.getSegmentsList().stream()
            .collect(Collectors.toMap(Segment::getId, Function.identity()));
    List<Segment> found = new ArrayList<>();
    for (Region region : binding.regions()) {
      Segment segment = byId.get(region.id());
      if (segment == null || segment.getSizeBytes() != region.bytes()) {
        throw new MemoryFailure(
            Kind.REFUSED,
            "region %s of the binding is no segment of this size".formatted(region.id()));
      }
      if (!found.isEmpty() && segment.getKind() != found.getFirst().getKind()) {
        throw new MemoryFailure(Kind.REFUSED, "the engine mixes kinds of memory in one group");
      }
      found.add(segment);
    }
    return found;
  }

  private static List<Wanted> wanted(List<Segment> segments) {
    return segments.stream()
        .map(s -> new Wanted(s.getId(), s.getPath(), s.getSizeBytes()))
        .toList();
  }

  private static long[] addresses(List<Segment> segments) {
    return segments.stream().mapToLong(Segment::getAddress).toArray();
  }

  private StagingRing useRing() throws MemoryFailure, InterruptedException {
    attaching.lockInterruptibly();
    try {
      if (ended != null) {
        throw new MemoryFailure(Kind.TRANSIENT, ended);
      }
      StagingRing attached = ring;
      if (attached == null) {
        attached =
            StagingRing.attach(directory, workshop, handover, mover, ringSlots, ringSlotBytes);
        ring = attached;
      }
      attached.mapping().use();
      return attached;
    } finally {
      attaching.unlock();
    }
  }

  /** Removes what a predecessor of this agent left in a pod's directory. */
  public static void sweep(Path directory) throws IOException {
    try (DirectoryStream<Path> old =
        Files.newDirectoryStream(directory, StagingRing.PREFIX + "*")) {
      for (Path ring : old) {
        Files.deleteIfExists(ring);
      }
    }
  }

  /**
   * The session has ended: what is open fails from now on, and is unmapped when its users close it.
   *
   * @param reason a sentence
   */
  public void end(String reason) {
    files.end(reason);
    memfds.end(reason);
    attaching.lock();
    try {
      ended = reason;
      if (ring != null) {
        ring.end(reason);
      }
    } finally {
      attaching.unlock();
    }
    handover.end();
  }
}
