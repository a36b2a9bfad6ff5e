package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.stream.TamperingProxy;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens on the way from node-a to node-b: nothing of it is ever validated. */
final class HarmTest {
  private static final long IN_THE_MIDDLE = 70_000;

  @TempDir private Path directory;
  private World world;
  private final List<HarmfulPeer> harmful = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
    for (HarmfulPeer peer : harmful) {
      peer.close();
    }
  }

  private void run(TamperingProxy.Harm harm) throws Exception {
    HarmfulPeer peer = new HarmfulPeer(world.b.tasks.self(), harm, IN_THE_MIDDLE);
    harmful.add(peer);
    world.b.answerAs(peer);
    world.start();
    world.createTasks();
  }

  private TaskFailure fails(TestAgent agent) {
    TaskFailure failure = world.fails(agent);
    assertThat(failure.terminal()).isFalse();
    return failure;
  }

  private void nothingIsValidated() {
    world.release(world.a);
    world.release(world.b);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
  }

  @Test
  void aWrongBitIsNoticed() throws Exception {
    run(TamperingProxy.Harm.FLIP);
    TaskFailure b = fails(world.b);
    assertThat(b.reason()).isEqualTo("StreamCorrupt");
    assertThat(b.message()).contains("stream from writer s0 to node node-b").contains("CRC32C");
    TaskFailure a = fails(world.a);
    assertThat(a.reason()).isEqualTo("StreamCorrupt");
    nothingIsValidated();
    assertThat(world.task(world.a).getStatus().receipts())
        .filteredOn(r -> r.side() == ReceiptSide.Source && r.target().equals("t0"))
        .singleElement()
        .matches(r -> !r.ok());
    assertThat(world.task(world.b).getStatus().receipts())
        .filteredOn(r -> r.writer().equals("s0"))
        .noneMatch(Receipt::ok);
  }

  @Test
  void aPeerThatIsKilledInMidStream() throws Exception {
    run(TamperingProxy.Harm.CUT);
    assertThat(fails(world.b).reason()).isEqualTo("PeerUnreachable");
    // It may hear from node-b before it notices.
    assertThat(fails(world.a).reason()).isIn("PeerUnreachable", "PeerFailed");
    nothingIsValidated();
  }

  @Test
  void aPeerThatHangs() throws Exception {
    world.change = Specs.pace(1L << 40, 2);
    run(TamperingProxy.Harm.FREEZE);
    assertThat(fails(world.b).reason()).isIn("ProgressTimeout", "PeerUnreachable");
    assertThat(fails(world.a).reason()).isIn("ProgressTimeout", "PeerUnreachable", "PeerFailed");
    nothingIsValidated();
  }
}
