package io.kvreshard.agent.runtime;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.Request;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentsSessionTest {
  private static final String OPERATION = "job/1/0";
  private static final Contents CONTENTS = new Contents(Sha256.hex("abc"), 3);
  private static final ByteString PART = ByteString.copyFromUtf8("abc");

  @TempDir Path run;
  ServerFixture fixture;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(run);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private TestEngine engine() throws Exception {
    TestEngine engine = fixture.engine(h -> h.addVersions(2));
    assertThat(engine.welcome().getVersion()).isEqualTo(2);
    return engine;
  }

  private CoordinatorSession coordinator() {
    return fixture.server.coordinator(new EngineGroup("models", "engine")).orElseThrow();
  }

  private static <T> Future<T> async(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().start(task);
    return task;
  }

  @Test
  void readsParts() throws Exception {
    TestEngine engine = engine();
    Future<ByteString> read =
        async(() -> coordinator().readContents(OPERATION, "snap", 7, 3, ofSeconds(5)));
    Request request = engine.request();
    assertThat(request.getOperationId()).isEqualTo(OPERATION);
    assertThat(request.getReadContents().getSnapshotName()).isEqualTo("snap");
    assertThat(request.getReadContents().getOffset()).isEqualTo(7);
    assertThat(request.getReadContents().getMaxBytes()).isEqualTo(3);
    engine.reply(request, r -> r.setContentsPart(PART));
    assertThat(read.get(5, TimeUnit.SECONDS)).isEqualTo(PART);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void anAnswerOfAnotherLengthIsAgainstTheProtocol(int bytes) throws Exception {
    TestEngine engine = engine();
    Future<ByteString> read =
        async(() -> coordinator().readContents(OPERATION, "snap", 7, 3, ofSeconds(5)));
    engine.reply(engine.request(), r -> r.setContentsPart(ByteString.copyFrom(new byte[bytes])));
    assertThatThrownBy(() -> read.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RuntimeFailure.Refused.class)
        .hasMessageContaining("answered with %d bytes at offset 7", bytes);
  }

  @Test
  void writesParts() throws Exception {
    TestEngine engine = engine();
    Future<Boolean> written =
        async(
            () -> {
              coordinator().writeContents(OPERATION, "snap", CONTENTS, 0, PART, ofSeconds(5));
              return true;
            });
    Request request = engine.request();
    assertThat(request.getWriteContents().getContents().getSha256()).isEqualTo(CONTENTS.sha256());
    assertThat(request.getWriteContents().getContents().getBytes()).isEqualTo(3);
    assertThat(request.getWriteContents().getPart()).isEqualTo(PART);
    engine.reply(request, r -> r.setDone(Done.getDefaultInstance()));
    assertThat(written.get(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatTheTargetLooksAtIsNamed() throws Exception {
    TestEngine engine = engine();
    Future<Boolean> validated =
        async(
            () -> {
              coordinator().validate(OPERATION, "snap", CONTENTS, ofSeconds(5));
              coordinator().validate(OPERATION, "snap", null, ofSeconds(5));
              return true;
            });
    Request request = engine.request();
    assertThat(request.getValidate().getContents().getSha256()).isEqualTo(CONTENTS.sha256());
    assertThat(request.getValidate().getContents().getBytes()).isEqualTo(3);
    engine.reply(request, r -> r.setDone(Done.getDefaultInstance()));
    request = engine.request();
    assertThat(request.getValidate().hasContents()).isFalse();
    engine.reply(request, r -> r.setDone(Done.getDefaultInstance()));
    assertThat(validated.get(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anEngineOfVersion1IsNotAsked() throws Exception {
    TestEngine engine = fixture.engine(h -> h);
    assertThat(engine.welcome().getVersion()).isEqualTo(1);
    String rule = "speaks version 1 of the protocol, which knows no contents: update the engine";
    assertThatThrownBy(() -> coordinator().readContents(OPERATION, "snap", 0, 3, ofSeconds(5)))
        .isInstanceOf(RuntimeFailure.Refused.class)
        .hasMessageContaining(rule);
    assertThatThrownBy(
            () -> coordinator().writeContents(OPERATION, "snap", CONTENTS, 0, PART, ofSeconds(5)))
        .isInstanceOf(RuntimeFailure.Refused.class)
        .hasMessageContaining(rule);
    assertThat(engine.heard).isEmpty();
  }
}
