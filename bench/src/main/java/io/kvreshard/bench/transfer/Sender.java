package io.kvreshard.bench.transfer;

import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.stream.StreamSender;
import io.kvreshard.agent.stream.Token;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The source's agent. It answers how many nanoseconds a move has taken, to its confirmation. */
final class Sender implements End {
  private static final String NAME = "send";

  private final Arena arena;
  private final Wiring wiring;
  private final Cache cache;
  private final DenseStream stream;
  private final ParticipantMemory shared;
  private final Sessions sessions;
  private @Nullable ParticipantMemory assisted;

  private Sender(Arena arena, Wiring wiring, Cache cache, DenseStream stream, Sessions sessions)
      throws Exception {
    this.arena = arena;
    this.wiring = wiring;
    this.cache = cache;
    this.stream = stream;
    this.sessions = sessions;
    this.shared = cache.open(wiring.session);
  }

  static Sender open(Shape shape, Path directory) throws Exception {
    var arena = Arena.ofShared();
    var cache = Cache.of(shape, Side.SOURCE, directory, arena).getFirst();
    cache.fill();
    return new Sender(
        arena, new Wiring(directory), cache, shape.stream(), Sessions.start(directory));
  }

  @Override
  public String obey(String... command) throws Exception {
    long start = System.nanoTime();
    switch (command[0]) {
      case "plain" -> {
        try (var channel = connect(command[1])) {
          Plain.send(cache.memory(), channel);
        }
      }
      case "transfer" -> {
        try (var channel = connect(command[1]);
            var file = cache.channel()) {
          Plain.transfer(file, channel);
        }
      }
      case "staged" -> staged(shared, command[1], token(command[2]), _ -> {});
      case "assisted" -> staged(assisted(), command[1], token(command[2]), _ -> {});
      case "sampled" -> {
        return sampled(command[1], token(command[2]));
      }
      case "many" -> {
        return many(command[1], List.of(command).subList(2, command.length));
      }
      default -> throw new IllegalArgumentException("what is " + command[0]);
    }
    return Long.toString(System.nanoTime() - start);
  }

  private static Token token(String hex) {
    return Token.of(HexFormat.of().parseHex(hex));
  }

  /** The same memory, but the engine moves the rows. */
  private ParticipantMemory assisted() throws Exception {
    if (assisted == null) {
      assisted = cache.open(sessions.engine());
    }
    return assisted;
  }

  private void staged(ParticipantMemory memory, String port, Token token, LongConsumer reached)
      throws Exception {
    try (var lease = wiring.lease(StreamSender.SLOTS);
        var source = memory.source(stream)) {
      StreamSender.send(
          NAME,
          connect(port),
          token,
          wiring.parameters(stream, reached),
          new Chunks(source),
          lease,
          wiring.progress.part());
    }
  }

  /** Moves as well, and answers with what that has allocated. */
  private String sampled(String port, Token token) throws Exception {
    var allocation = new Allocation(NAME, stream.bytes());
    staged(shared, port, token, allocation::reached);
    return Long.toString(allocation.allocated());
  }

  /** All at once, each with what an operation has for itself; answers how many failed. */
  private String many(String port, List<String> tokens) throws Exception {
    try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      var moves = new ArrayList<Future<Boolean>>();
      for (var token : tokens) {
        moves.add(
            senders.submit(
                () -> {
                  try (var memory = cache.open(wiring.session)) {
                    staged(memory, port, token(token), _ -> {});
                  }
                  return true;
                }));
      }
      return Long.toString(moves.stream().filter(Sender::failed).count());
    }
  }

  private static boolean failed(Future<Boolean> move) {
    try {
      return !move.get();
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SocketChannel connect(String port) throws IOException {
    var channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
    return channel;
  }

  @Override
  public void close() {
    if (assisted != null) {
      assisted.close();
    }
    shared.close();
    sessions.close();
    wiring.close();
    arena.close();
  }
}
