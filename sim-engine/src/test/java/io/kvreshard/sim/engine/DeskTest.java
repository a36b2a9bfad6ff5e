package io.kvreshard.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.proto.runtime.v1.Pin;
import io.kvreshard.proto.runtime.v1.ReadContents;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.link.WorkerHub;
import io.kvreshard.sim.model.Configs;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Parallel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeskTest {
  private final EngineConfig config =
      Configs.small(KvLayout.VLLM_2_BLOCKS, new Parallel(1, 1, 1), 1);
  @AutoClose private WorkerHub hub;
  private Desk desk;

  @BeforeEach
  void open() throws Exception {
    hub =
        new WorkerHub(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Set.of("dp0-pp0-tp0"),
            config.digest(),
            new WorkerHub.Listener() {
              @Override
              public void epochBegan(long epoch) {
                desk.reset();
              }

              @Override
              public void allReady(long epoch) {}
            });
    desk = new Desk(config, config.pages(), hub, Set.of(), () -> {});
  }

  @Test
  void contentsAreReadWhileTheSnapshotIsPinned() throws Exception {
    var request = Request.newBuilder().setOperationId("job/1/0").setDeadlineMillis(1000);
    var name = config.offer();
    var read =
        request
            .clone()
            .setReadContents(
                ReadContents.newBuilder().setSnapshotName(name).setOffset(1000).setMaxBytes(500))
            .build();
    assertThatThrownBy(() -> desk.answer(read, hub.epoch()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("has not pinned");
    desk.answer(request.setPin(Pin.newBuilder().setSnapshotName(name)).build(), hub.epoch());
    assertThat(desk.answer(read, hub.epoch()).getContentsPart())
        .isEqualTo(config.tokenIds().orElseThrow().part(1000, 200));
  }

  /** Its thread was stopped meanwhile, for example: its agent has heard that all is over. */
  @Test
  void requestOfAnEpochThatHasEndedIsRefused() throws Exception {
    long epoch = hub.epoch();
    var pin =
        Request.newBuilder()
            .setOperationId("job/1/0")
            .setDeadlineMillis(1000)
            .setPin(Pin.newBuilder().setSnapshotName(config.offer()))
            .build();
    desk.answer(pin, epoch);
    assertThat(desk.describe()).contains("job/1/0");

    hub.end(epoch, "a test");
    assertThat(desk.describe()).doesNotContain("job/1/0");
    assertThatThrownBy(() -> desk.answer(pin, epoch))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("ended");
    assertThat(desk.describe()).doesNotContain("job/1/0");
    desk.answer(pin, hub.epoch());
    assertThat(desk.describe()).contains("job/1/0");
  }
}
