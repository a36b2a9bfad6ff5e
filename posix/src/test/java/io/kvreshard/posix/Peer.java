package io.kvreshard.posix;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;

/** Another process: gives memory to whoever listens, and answers what it finds there afterwards. */
final class Peer {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private Peer() {}

  public static void main(String[] arguments) throws Exception {
    try (SeqPacketSocket socket = SeqPacketSocket.connect(Path.of(arguments[0]), LIMIT);
        Memfd memfd = Memfd.create("peer", 4096);
        FileChannel channel = memfd.channel()) {
      channel.write(ByteBuffer.wrap("from the peer".getBytes(UTF_8)), 0);
      memfd.seal(Seal.F_SEAL_SHRINK);
      socket.send("memory".getBytes(UTF_8), memfd.descriptor(), LIMIT);
      socket.receive(64, LIMIT);
      ByteBuffer answer = ByteBuffer.allocate(15);
      channel.read(answer, 100);
      socket.send(answer.array(), LIMIT);
    }
  }
}
