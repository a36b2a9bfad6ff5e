package io.kvreshard.agent.operation;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.RowMover;
import io.kvreshard.agent.memory.SessionMemory;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A worker whose tensors are a file; the agent's real shared memory reads and writes it. */
final class FakeParticipant implements ParticipantSession {
  /** What surrounds the pages that are used; nobody may touch it. */
  private static final byte GUARD = 0x5A;

  final List<String> calls = new CopyOnWriteArrayList<>();
  volatile UnaryOperator<ParticipantMemory> tamper = UnaryOperator.identity();
  private final RuntimeIdentity identity;
  private final Part part;
  private final Layout layout;
  private final int[] pages;
  private final Path file;
  private final SessionMemory memory;

  FakeParticipant(Path directory, RuntimeIdentity who, Part part, Layout layout, int[] pages)
      throws IOException {
    this.identity = who;
    this.part = part;
    this.layout = layout;
    this.pages = pages;
    this.file = directory.resolve(who.group().name() + "-" + part.participantId());
    this.memory = new SessionMemory(directory, new NoMover(), 2, 1 << 20);
    byte[] bytes = new byte[(int) Layout.segmentBytes(part)];
    java.util.Arrays.fill(bytes, GUARD);
    Files.write(file, bytes);
  }

  private interface Row {
    void at(int offset, long layer, Component component, long token, long head);
  }

  private void rows(Row row) {
    for (int l = 0; l < part.layers().size(); l++) {
      for (Component component : Component.values()) {
        for (int t = 0; t < SmallModel.TOKENS; t++) {
          int slot = t + 5;
          int page = pages[slot / FakeEngine.PAGE_TOKENS];
          for (int h = 0; h < part.headCount(); h++) {
            long offset = layout.offset(part, l, component, page, slot % FakeEngine.PAGE_TOKENS, h);
            row.at(
                (int) offset,
                part.layers().get(l),
                component,
                SmallModel.TOKEN_START + t,
                part.headStart() + h);
          }
        }
      }
    }
  }

  /** The right content, and guard bytes elsewhere. */
  byte[] right() {
    byte[] bytes = new byte[(int) Layout.segmentBytes(part)];
    java.util.Arrays.fill(bytes, GUARD);
    rows(
        (offset, layer, component, token, head) -> {
          for (int d = 0; d < SmallModel.ROW; d++) {
            bytes[offset + d] = SmallModel.value(layer, component, token, head, d);
          }
        });
    return bytes;
  }

  void fill() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(right()), 0);
    }
  }

  byte[] content() throws IOException {
    return Files.readAllBytes(file);
  }

  @Override
  public RuntimeIdentity identity() {
    return identity;
  }

  @Override
  public TensorLayout tensors(String operation, String group, Duration limit) {
    return layout.layout(part, file.getFileName().toString());
  }

  @Override
  public ParticipantMemory open(String group, PagedBinding binding, TensorLayout tensors)
      throws MemoryFailure, InterruptedException {
    return tamper.apply(memory.open(group, binding, tensors));
  }

  @Override
  public void unbind(String operation, Duration limit) {
    calls.add("unbind " + operation);
  }

  private static final class NoMover implements RowMover {
    @Override
    public void attachRing(String name, int slots, int slotBytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<?> gather(String operation, Gather gather) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<?> scatter(String operation, Scatter scatter) {
      throw new UnsupportedOperationException();
    }
  }
}
