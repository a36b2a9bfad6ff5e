package io.kvreshard.agent.operation;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** One cache group of a worker: its tensors are a file. */
final class FakeCache {
  /** What surrounds the pages that are used; nobody may touch it. */
  private static final byte GUARD = 0x5A;

  private final SmallModel model;
  private final Part part;
  private final Layout layout;
  private final int[] pages;
  private final Path file;
  private final long fileBytes;

  private FakeCache(
      SmallModel model, Part part, Layout layout, int[] pages, Path file, long fileBytes) {
    this.model = model;
    this.part = part;
    this.layout = layout;
    this.pages = pages;
    this.file = file;
    this.fileBytes = fileBytes;
  }

  /** A cache without content, in a file of its own. */
  static FakeCache create(SmallModel model, Part part, Layout layout, int[] pages, Path file)
      throws IOException {
    FakeCache cache = new FakeCache(model, part, layout, pages, file, Layout.segmentBytes(part));
    Files.write(file, cache.guards());
    return cache;
  }

  /** The same tensors, said to lie in another cache's memory. */
  FakeCache within(FakeCache other) {
    return new FakeCache(model, part, layout, pages, other.file, other.fileBytes);
  }

  private interface Row {
    void at(int offset, long layer, Component component, long token, long head);
  }

  private void rows(Row row) {
    for (int l = 0; l < part.layers().size(); l++) {
      for (Component component : Component.values()) {
        for (int t = 0; t < SmallModel.TOKENS; t++) {
          int slot = t + FakeEngine.FIRST_SLOT;
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

  private byte[] guards() {
    byte[] bytes = new byte[(int) Layout.segmentBytes(part)];
    Arrays.fill(bytes, GUARD);
    return bytes;
  }

  /** The right content, and guard bytes elsewhere. */
  byte[] right() {
    byte[] bytes = guards();
    rows(
        (offset, layer, component, token, head) -> {
          for (int d = 0; d < model.rowBytes(); d++) {
            bytes[offset + d] = model.value(layer, component, token, head, d);
          }
        });
    return bytes;
  }

  void fill() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(right()), 0);
    }
  }

  /** As if the engine had never written to most of its memory. */
  void forget() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(1).write(ByteBuffer.allocate(1), fileBytes - 1);
    }
  }

  byte[] content() throws IOException {
    return Files.readAllBytes(file);
  }

  TensorLayout layout() {
    return layout.layout(part, file.getFileName().toString(), fileBytes);
  }
}
