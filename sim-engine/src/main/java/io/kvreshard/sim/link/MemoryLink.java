package io.kvreshard.sim.link;

import com.google.protobuf.ByteString;
import io.kvreshard.posix.Descriptor;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Packet;
import io.kvreshard.posix.SeqPacketSocket;
import io.kvreshard.proto.runtime.v1.Give;
import io.kvreshard.proto.runtime.v1.MemoryAnswer;
import io.kvreshard.proto.runtime.v1.MemoryRequest;
import io.kvreshard.proto.runtime.v1.Take;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A session's connection of memory.sock, through which memory without a name is handed over.
 * Thread-safe. The agent answers at once; who waits longer than a few seconds gets an IOException.
 */
public final class MemoryLink implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int MAX_ANSWER_BYTES = 4096;

  private final SeqPacketSocket socket;

  private MemoryLink(SeqPacketSocket socket) {
    this.socket = socket;
  }

  /**
   * Connects.
   *
   * @param directory the pod's directory
   * @param token of the session's Welcome
   */
  public static MemoryLink open(Path directory, ByteString token) throws IOException {
    MemoryLink link =
        new MemoryLink(SeqPacketSocket.connect(directory.resolve("memory.sock"), LIMIT));
    try {
      link.ask(MemoryRequest.newBuilder().setToken(token), Optional.empty()).close();
      return link;
    } catch (IOException e) {
      link.close();
      throw e;
    }
  }

  /** Gives memory to the agent for the length of the session; it stays ours, too. */
  public void give(String name, Memfd memfd) throws IOException {
    ask(
            MemoryRequest.newBuilder().setGive(Give.newBuilder().setName(name)),
            Optional.of(memfd.descriptor()))
        .close();
  }

  /** Takes memory of the agent. */
  public Memfd take(String name) throws IOException {
    Packet answer =
        ask(MemoryRequest.newBuilder().setTake(Take.newBuilder().setName(name)), Optional.empty());
    return new Memfd(
        answer.descriptor().orElseThrow(() -> new IOException("the agent gave no " + name)));
  }

  private synchronized Packet ask(MemoryRequest.Builder request, Optional<Descriptor> passed)
      throws IOException {
    byte[] bytes = request.build().toByteArray();
    if (passed.isPresent()) {
      socket.send(bytes, passed.get(), LIMIT);
    } else {
      socket.send(bytes, LIMIT);
    }
    Packet answer = socket.receive(MAX_ANSWER_BYTES, LIMIT);
    MemoryAnswer said = MemoryAnswer.parseFrom(answer.bytes());
    if (!said.hasDone()) {
      answer.close();
      throw new IOException("the agent says: " + said.getRefused());
    }
    return answer;
  }

  @Override
  public void close() {
    socket.close();
  }
}
