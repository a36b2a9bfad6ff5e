package io.kvreshard.bench.transfer;

import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.stream.DataServer;
import io.kvreshard.agent.stream.StreamReceiver;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** The target's agent: all participants of the target live on its node. */
final class Receiver implements End {
  private static final String NAME = "receive";
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final Arena arena;
  private final Wiring wiring;
  private final List<Cache> caches;
  private final List<ParticipantMemory> memories;
  private final DenseStream stream;
  private final DataServer data;
  private final ServerSocketChannel plain;
  private final ExecutorService crew =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private Future<Boolean> move = CompletableFuture.completedFuture(true);
  private Allocation allocation = new Allocation(NAME, 0);

  private Receiver(
      Arena arena,
      Wiring wiring,
      List<Cache> caches,
      List<ParticipantMemory> memories,
      DenseStream stream)
      throws Exception {
    this.arena = arena;
    this.wiring = wiring;
    this.caches = caches;
    this.memories = memories;
    this.stream = stream;
    this.data = DataServer.start(ANY, wiring.clock, wiring.timer);
    this.plain = ServerSocketChannel.open().bind(ANY);
  }

  static Receiver open(Shape shape, Path directory) throws Exception {
    var arena = Arena.ofShared();
    var wiring = new Wiring(directory);
    var caches = Cache.of(shape, Side.TARGET, directory, arena);
    var memories = new ArrayList<ParticipantMemory>();
    for (var cache : caches) {
      memories.add(cache.open(wiring.session));
    }
    return new Receiver(arena, wiring, caches, memories, shape.stream());
  }

  @Override
  public String obey(String... command) throws Exception {
    return switch (command[0]) {
      case "plain" -> expectPlain();
      case "staged" -> expectStaged(_ -> {});
      case "sampled" -> {
        allocation = new Allocation(NAME, stream.bytes());
        yield expectStaged(allocation::reached);
      }
      case "many" -> expectMany(Integer.parseInt(command[1]));
      case "allocated" -> Long.toString(allocation.allocated());
      case "landed" -> String.valueOf(move.get(Wiring.patience().toSeconds(), TimeUnit.SECONDS));
      case "wrong" -> Long.toString(caches.stream().mapToLong(Cache::wrongRows).sum());
      default -> throw new IllegalArgumentException("what is " + command[0]);
    };
  }

  /** Answers with a port. */
  private String expectPlain() throws Exception {
    move =
        crew.submit(
            () -> {
              try (var channel = plain.accept()) {
                Plain.receive(caches.stream().map(Cache::memory).toList(), channel);
              }
              return true;
            });
    return String.valueOf(plain.socket().getLocalPort());
  }

  /** Answers with a port and a token. */
  private String expectStaged(LongConsumer reached) throws Exception {
    var expected = data.expect(Wiring.patience());
    move = crew.submit(() -> receive(expected, new Targets(memories, stream), reached));
    return data.port() + " " + hex(expected);
  }

  private boolean receive(DataServer.Expected expected, Targets targets, LongConsumer reached)
      throws Exception {
    StreamReceiver.receive(
        NAME,
        expected.await(Wiring.patience()),
        wiring.parameters(stream, reached),
        targets,
        wiring.staging,
        wiring.claim,
        wiring.progress.part());
    return true;
  }

  /** Each with what an operation has for itself. Answers with a port and tokens. */
  private String expectMany(int count) throws Exception {
    var answer = new StringBuilder().append(data.port());
    var moves = new ArrayList<CompletableFuture<Boolean>>();
    for (int i = 0; i < count; i++) {
      var expected = data.expect(Wiring.patience());
      answer.append(' ').append(hex(expected));
      moves.add(CompletableFuture.supplyAsync(() -> receiveOneOfMany(expected), callers));
    }
    move =
        CompletableFuture.allOf(moves.toArray(CompletableFuture[]::new))
            .thenApply(_ -> moves.stream().allMatch(CompletableFuture::join));
    return answer.toString();
  }

  private boolean receiveOneOfMany(DataServer.Expected expected) {
    var opened = new ArrayList<ParticipantMemory>();
    try {
      for (var cache : caches) {
        opened.add(cache.open(wiring.session));
      }
      return receive(expected, new Targets(opened, stream), _ -> {});
    } catch (Exception e) {
      throw new CompletionException(e);
    } finally {
      opened.forEach(ParticipantMemory::close);
    }
  }

  private static String hex(DataServer.Expected expected) {
    return HexFormat.of().formatHex(expected.token().bytes());
  }

  @Override
  public void close() {
    crew.shutdownNow();
    callers.shutdownNow();
    memories.forEach(ParticipantMemory::close);
    wiring.close();
    arena.close();
  }
}
