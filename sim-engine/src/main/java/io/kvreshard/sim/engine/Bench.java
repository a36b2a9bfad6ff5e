package io.kvreshard.sim.engine;

import io.kvreshard.proto.runtime.v1.AttachRing;
import io.kvreshard.proto.runtime.v1.Block;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import io.kvreshard.sim.link.MemoryLink;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.memory.KvMemory;
import io.kvreshard.sim.memory.RowCopier;
import io.kvreshard.sim.model.Pages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers a worker's requests from the agent: where tensors lie, and rows in and out of them.
 * Thread-safe.
 */
final class Bench {
  private final RowCopier rows;
  private final TensorLayout layout;
  private final Path directory;
  private final Set<String> operations = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Ring ring;
  private volatile @Nullable MemoryLink link;

  Bench(KvMemory kv, TensorLayout layout, Path directory) {
    this.rows = new RowCopier(kv);
    this.layout = layout;
    this.directory = directory;
  }

  /** The operations that have asked for the tensors and have not said that they are over. */
  Set<String> operations() {
    return Set.copyOf(operations);
  }

  boolean busy() {
    return !operations.isEmpty();
  }

  /** Forgets all operations. */
  void reset() {
    operations.clear();
  }

  /** Forgets one that has come too late. */
  void forget(String operation) {
    operations.remove(operation);
  }

  /** Rings may come by this connection, which is closed with the session. */
  void connected(MemoryLink made) {
    detach();
    link = made;
  }

  /** The session is over, and its ring with it. */
  void detach() {
    ring = null;
    MemoryLink old = link;
    link = null;
    if (old != null) {
      old.close();
    }
  }

  Reply.Builder answer(Request request) throws Refusal {
    String operation = request.getOperationId();
    return switch (request.getRequestCase()) {
      case TENSORS -> tensors(operation, request.getTensors().getGroup());
      case ATTACH_RING -> attach(request.getAttachRing());
      case GATHER -> {
        List<Block> blocks = request.getGather().getBlocksList();
        yield move(operation, request.getGather().getSlot(), s -> rows.gather(blocks, s));
      }
      case SCATTER -> {
        List<Block> blocks = request.getScatter().getBlocksList();
        yield move(operation, request.getScatter().getSlot(), s -> rows.scatter(blocks, s));
      }
      case UNBIND -> {
        operations.removeIf(o -> o.startsWith(operation + "/"));
        yield done();
      }
      case PIN, BIND, READ_CONTENTS, WRITE_CONTENTS, VALIDATE, COMMIT, RELEASE, REQUEST_NOT_SET ->
          throw Refusal.refused("a worker knows no requests");
    };
  }

  private Reply.Builder tensors(String operation, String group) throws Refusal {
    if (!group.equals(Pages.GROUP)) {
      throw Refusal.refused("there is no cache group " + group);
    }
    operations.add(operation);
    return Reply.newBuilder().setLayout(layout);
  }

  private Reply.Builder attach(AttachRing request) throws Refusal {
    try {
      ring = Ring.map(directory, link, request);
      return done();
    } catch (IOException e) {
      throw Refusal.failed("cannot map the ring: " + e);
    }
  }

  @FunctionalInterface
  private interface Move {
    void with(MemorySegment slot);
  }

  private Reply.Builder move(String operation, int slot, Move move) throws Refusal {
    Ring attached = ring;
    if (attached == null || slot < 0 || slot >= attached.slots()) {
      throw Refusal.refused("there is no slot " + slot);
    }
    if (!operations.contains(operation)) {
      throw Refusal.refused("the operation has no binding here: " + operation);
    }
    try {
      move.with(attached.slot(slot));
      return done();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw Refusal.refused(String.valueOf(e.getMessage()));
    }
  }

  private static Reply.Builder done() {
    return Reply.newBuilder().setDone(Done.getDefaultInstance());
  }
}
