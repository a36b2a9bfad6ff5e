package io.kvreshard.bench.transfer;

import io.grpc.Status;
import io.kvreshard.core.paged.Side;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.Role;
import io.kvreshard.proto.runtime.v1.Welcome;
import io.kvreshard.sim.engine.Ring;
import io.kvreshard.sim.link.AgentHandler;
import io.kvreshard.sim.link.AgentLink;
import io.kvreshard.sim.link.MemoryLink;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The source's engine: it moves rows between its memory and the agent's ring when it is asked. */
final class Engine implements End, AgentHandler {
  private final Arena arena = Arena.ofShared();
  private final Path directory;
  private final Cache cache;
  private final BlockCopy rows;
  private final AgentLink link;
  private @Nullable MemoryLink memory;
  private volatile @Nullable Ring ring;

  private Engine(Shape shape, Path directory) throws IOException {
    this.directory = Sessions.podDirectory(directory);
    this.cache = Cache.joined(shape, directory, arena);
    this.rows = new BlockCopy(cache);
    var hello =
        Hello.newBuilder()
            .addVersions(1)
            .setPodNamespace("bench")
            .setPodName(Sessions.POD)
            .setPodUid(Sessions.POD)
            .setInstanceGroup("bench")
            .setRole(Role.ROLE_PARTICIPANT)
            .setParticipantId(shape.participants(Side.SOURCE).getFirst())
            .setInstanceId(Sessions.INSTANCE)
            .build();
    this.link = new AgentLink(this.directory, () -> Optional.of(hello), this, Tracing.off());
  }

  /** Connects to the agent, which has made the memory. */
  static Engine open(Shape shape, Path directory) throws IOException {
    var engine = new Engine(shape, directory);
    engine.link.start();
    return engine;
  }

  @Override
  public void welcomed(Welcome welcome) {
    try {
      memory = MemoryLink.open(directory, welcome.getMemoryToken());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Reply.Builder answer(Request request, long epoch) throws Refusal {
    switch (request.getRequestCase()) {
      case ATTACH_RING -> attach(request);
      case GATHER -> {
        var gather = request.getGather();
        rows.gather(gather.getBlocksList(), ring().slot(gather.getSlot()));
      }
      default -> throw Refusal.refused("nobody should ask " + request.getRequestCase());
    }
    return Reply.newBuilder().setDone(Done.getDefaultInstance());
  }

  private void attach(Request request) throws Refusal {
    try {
      ring = Ring.map(directory, memory, request.getAttachRing());
    } catch (IOException e) {
      throw Refusal.failed("cannot map the ring: " + e);
    }
  }

  private Ring ring() throws Refusal {
    var attached = ring;
    if (attached == null) {
      throw Refusal.refused("there is no ring");
    }
    return attached;
  }

  @Override
  public void ended(Status status) {
    ring = null;
  }

  @Override
  public String obey(String... command) {
    throw new IllegalArgumentException("what is " + command[0]);
  }

  @Override
  public void close() {
    link.close();
    if (memory != null) {
      memory.close();
    }
    arena.close();
  }
}
