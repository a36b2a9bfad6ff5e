package io.kvreshard.bench.transfer;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.SessionMemory;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The memory of one participant, as its engine has it: a file that an agent may map. */
final class Cache {
  private static final String GROUP = "default";
  private static final String TABLE = "pages";
  private static final String REGION = "kv";
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Shape shape;
  private final Part part;
  private final Path path;
  private final MemorySegment memory;
  private final int[] pages;
  private final List<Tensor> tensors = new ArrayList<>();
  private final PagedBinding binding;

  private Cache(
      Shape shape, Side side, String participant, Path directory, Arena arena, OpenOption... how)
      throws IOException {
    this.shape = shape;
    var placement = shape.placement(side);
    this.part = placement.requirePart(participant);
    this.pages = pages(side);
    for (long layer : part.layers().toArray()) {
      tensors.add(tensor(layer, Component.KEY));
      tensors.add(tensor(layer, Component.VALUE));
    }
    this.path = directory.resolve(side + "-" + participant);
    long bytes = tensors.size() * planeBytes();
    try (var channel = FileChannel.open(path, how)) {
      this.memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    }
    this.binding =
        PagedBinding.create(
            "job/1/0/" + GROUP,
            placement,
            shape.snapshot(),
            "process",
            participant,
            List.of(new PageTable(TABLE, shape.pageTokens(), pages)),
            List.of(new Region(REGION, bytes)),
            tensors,
            List.of(new Window(0, shape.tokens(), TABLE, 0, 0)));
  }

  /** The caches of all participants of one side. */
  static List<Cache> of(Shape shape, Side side, Path directory, Arena arena) throws IOException {
    List<Cache> caches = new ArrayList<>();
    for (var participant : shape.participants(side)) {
      var cache = new Cache(shape, side, participant, directory, arena, CREATE_NEW, READ, WRITE);
      // An agent takes only memory that the engine has written to.
      cache.memory.fill((byte) -1);
      caches.add(cache);
    }
    return List.copyOf(caches);
  }

  /** The cache of the source, which another process has made. */
  static Cache joined(Shape shape, Path directory, Arena arena) throws IOException {
    var participant = shape.participants(Side.SOURCE).getFirst();
    return new Cache(shape, Side.SOURCE, participant, directory, arena, READ, WRITE);
  }

  PagedBinding binding() {
    return binding;
  }

  /** Head of the model that is the first here. */
  int headStart() {
    return (int) part.headStart();
  }

  int rowBytes() {
    return shape.rowBytes();
  }

  /** Of its file. */
  FileChannel channel() throws IOException {
    return FileChannel.open(path, READ);
  }

  MemorySegment memory() {
    return memory;
  }

  /** As an agent has it for an operation, if it reaches the file. */
  ParticipantMemory open(SessionMemory session) throws MemoryFailure, InterruptedException {
    return session.open(
        GROUP, binding, layout(Segment.Kind.SHARED_FILE, path.getFileName().toString()));
  }

  /** As an agent has it, if the engine moves the rows. */
  ParticipantMemory open(ParticipantSession session) throws MemoryFailure, InterruptedException {
    return session.open(GROUP, binding, layout(Segment.Kind.ASSISTED, ""));
  }

  private TensorLayout layout(Segment.Kind kind, String path) {
    var segment =
        Segment.newBuilder()
            .setId(REGION)
            .setKind(kind)
            .setSizeBytes(memory.byteSize())
            .setPath(path);
    return TensorLayout.newBuilder().addSegments(segment).build();
  }

  /** Every eight bytes of the model's cache are others. */
  void fill() {
    for (int plane = 0; plane < tensors.size(); plane++) {
      for (int token = 0; token < shape.tokens(); token++) {
        for (int head = 0; head < part.headCount(); head++) {
          fillRow(row(plane, token, head), content(plane, token, head));
        }
      }
    }
  }

  private void fillRow(long at, long content) {
    for (int word = 0; word < shape.rowBytes() / Long.BYTES; word++) {
      memory.set(WORD, at + (long) word * Long.BYTES, mixed(content + word));
    }
  }

  /** How many rows are not what {@link #fill} of the source has made them. */
  long wrongRows() {
    long wrong = 0;
    for (int plane = 0; plane < tensors.size(); plane++) {
      for (int token = 0; token < shape.tokens(); token++) {
        for (int head = 0; head < part.headCount(); head++) {
          wrong += isRight(row(plane, token, head), content(plane, token, head)) ? 0 : 1;
        }
      }
    }
    return wrong;
  }

  private boolean isRight(long at, long content) {
    for (int word = 0; word < shape.rowBytes() / Long.BYTES; word++) {
      if (memory.get(WORD, at + (long) word * Long.BYTES) != mixed(content + word)) {
        return false;
      }
    }
    return true;
  }

  /** Where a row begins. */
  long row(int plane, int token, int head) {
    var tensor = tensors.get(plane);
    int page = pages[token / shape.pageTokens()];
    int slot = token % shape.pageTokens();
    return tensor.base()
        + page * tensor.pageStride()
        + slot * tensor.tokenStride()
        + head * tensor.headStride();
  }

  /** Number of the first word of a row, in the whole model. */
  private long content(int plane, int token, int head) {
    long row = ((long) plane * shape.tokens() + token) * shape.heads() + part.headStart() + head;
    return row * shape.rowBytes() / Long.BYTES;
  }

  private static long mixed(long word) {
    return (word + 1) * 0x9E37_79B9_7F4A_7C15L;
  }

  private Tensor tensor(long layer, Component component) {
    long token = part.headCount() * shape.rowBytes();
    return new Tensor(
        layer,
        component,
        TABLE,
        REGION,
        tensors.size() * planeBytes(),
        shape.pageTokens() * token,
        token,
        shape.rowBytes(),
        part.headStart(),
        part.headCount());
  }

  private long planeBytes() {
    return part.headCount() * shape.rowBytes() * shape.tokens();
  }

  /** In an order that is the same in every run, and another at the other end. */
  private int[] pages(Side side) {
    var numbers =
        new ArrayList<>(IntStream.range(0, shape.tokens() / shape.pageTokens()).boxed().toList());
    Collections.shuffle(numbers, new Random(side.name().hashCode()));
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
