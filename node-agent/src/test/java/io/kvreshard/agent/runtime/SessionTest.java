package io.kvreshard.agent.runtime;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.kvreshard.proto.runtime.v1.Capacity;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.Failure;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.Origin;
import io.kvreshard.proto.runtime.v1.Pages;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import io.kvreshard.proto.runtime.v1.SnapshotVerdict;
import io.kvreshard.proto.runtime.v1.SnapshotWithdrawn;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
  private static final String OPERATION = "job/1/0";

  @TempDir Path run;
  ServerFixture fixture;
  TestEngine engine;
  CoordinatorSession coordinator;
  ParticipantSession participant;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(run);
    engine = fixture.engine(h -> h);
    engine.welcome();
    coordinator = fixture.server.coordinator(new EngineGroup("models", "engine")).orElseThrow();
    participant = fixture.server.participant("instance-tp0").orElseThrow();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void asksAndHearsTheAnswer() throws Exception {
    Future<Pages> pages = async(() -> coordinator.pin(OPERATION, "snap", ofSeconds(5)));
    Request request = engine.request();
    assertThat(request.getOperationId()).isEqualTo(OPERATION);
    assertThat(request.getDeadlineMillis()).isEqualTo(5000);
    assertThat(request.getPin().getSnapshotName()).isEqualTo("snap");
    Pages answer = Pages.newBuilder().addGroups(GroupPages.newBuilder().setGroup("g")).build();
    engine.reply(request, r -> r.setPages(answer));
    assertThat(pages.get(5, TimeUnit.SECONDS)).isEqualTo(answer);
  }

  @Test
  void tellsRefusalFromFailure() throws Exception {
    Future<Pages> refused = async(() -> coordinator.bind(OPERATION, "snap", ofSeconds(5)));
    engine.reply(engine.request(), r -> failure(r, Failure.Kind.REFUSED));
    assertThatThrownBy(() -> refused.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RuntimeFailure.Refused.class)
        .hasMessageContaining("Bind: the engine says: no pages");
    Future<Pages> failed = async(() -> coordinator.bind(OPERATION, "snap", ofSeconds(5)));
    engine.reply(engine.request(), r -> failure(r, Failure.Kind.TRANSIENT));
    assertThatThrownBy(() -> failed.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RuntimeFailure.Transient.class);
  }

  private static Reply.Builder failure(Reply.Builder reply, Failure.Kind kind) {
    return reply.setFailure(Failure.newBuilder().setKind(kind).setMessage("no pages"));
  }

  @Test
  void aLateAnswerIsNoOffence() throws Exception {
    assertThatThrownBy(() -> coordinator.validate(OPERATION, "snap", null, ofMillis(20)))
        .isInstanceOf(RuntimeFailure.Transient.class);
    engine.reply(engine.request(), r -> r.setDone(Done.getDefaultInstance()));
    Future<Void> commit =
        async(
            () -> {
              coordinator.commit(OPERATION, "snap", "d".repeat(64), ofSeconds(5));
              return null;
            });
    engine.reply(engine.request(), r -> r.setDone(Done.getDefaultInstance()));
    commit.get(5, TimeUnit.SECONDS);
  }

  @Test
  void anAnswerToNothingEndsTheSession() throws Exception {
    engine.reply(Request.newBuilder().setRequestId(99).build(), r -> r);
    assertThat(engine.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThatThrownBy(() -> coordinator.validate(OPERATION, "snap", null, ofSeconds(5)))
        .isInstanceOf(RuntimeFailure.Gone.class);
  }

  @Test
  void theEndOfTheSessionFailsWhoWaitsAtOnce() throws Exception {
    Future<Pages> pages = async(() -> coordinator.pin(OPERATION, "snap", ofMinutes(10)));
    engine.request();
    engine.close();
    assertThatThrownBy(() -> pages.get(5, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RuntimeFailure.Gone.class)
        .hasMessageContaining("participant tp0 of engine models/engine");
    await().until(() -> fixture.heard.contains("left instance-tp0"));
    assertThat(fixture.server.participant("instance-tp0")).isEmpty();
  }

  @Test
  void everyOfferIsAnswered() throws Exception {
    offer("good");
    assertThat(verdict("good").getAccepted()).isTrue();
    offer("bad");
    SnapshotVerdict bad = verdict("bad");
    assertThat(bad.getAccepted()).isFalse();
    assertThat(bad.getMessage()).isEqualTo("it is bad");
    offer("Not A Name");
    assertThat(verdict("Not A Name").getMessage()).contains("SnapshotOffer.name");
  }

  @Test
  void anOfferThatWaitsHoldsUpOnlyWhatIsSaidOfTheSameSnapshot() throws Exception {
    offer("slow");
    withdraw("slow");
    for (int tokens = 1; tokens <= 100; tokens++) {
      capacity(tokens);
    }
    offer("good");
    assertThat(verdict("good").getAccepted()).isTrue();
    await().until(() -> fixture.heard.contains("capacity 100"));
    assertThat(fixture.heard).contains("offered slow").doesNotContain("withdrawn slow");

    fixture.patience.countDown();
    assertThat(verdict("slow").getAccepted()).isTrue();
    await().until(() -> fixture.heard.contains("withdrawn slow"));
  }

  @Test
  void whatWaitsEndsWithTheSession() throws Exception {
    offer("slow");
    withdraw("slow");
    await().until(() -> fixture.heard.contains("offered slow"));
    engine.close();
    await().until(() -> fixture.heard.contains("left instance-tp0"));
    assertThat(fixture.heard)
        .containsExactly("joined instance-tp0", "offered slow", "left instance-tp0");
  }

  @Test
  void whoNeverWaitsForAnAnswerIsSentAway() throws Exception {
    for (int i = 0; i < 100; i++) {
      offer("slow");
    }
    assertThat(engine.status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  private SnapshotVerdict verdict(String name) throws InterruptedException {
    SnapshotVerdict verdict = engine.next().getSnapshotVerdict();
    assertThat(verdict.getName()).isEqualTo(name);
    return verdict;
  }

  private void withdraw(String name) {
    engine.send(
        RuntimeMessage.newBuilder()
            .setSnapshotWithdrawn(SnapshotWithdrawn.newBuilder().setName(name))
            .build());
  }

  private void capacity(int tokens) {
    engine.send(
        RuntimeMessage.newBuilder()
            .setCapacity(Capacity.newBuilder().setFreeTokens(tokens))
            .build());
  }

  private void offer(String name) {
    engine.send(
        RuntimeMessage.newBuilder()
            .setSnapshotOffer(
                SnapshotOffer.newBuilder()
                    .setName(name)
                    .setOrigin(Origin.ORIGIN_EXPORTED)
                    .addGroups(GroupDocuments.newBuilder().setName("default")))
            .build());
  }

  @Test
  void aPathOutOfThePodsDirectoryIsRefused() throws Exception {
    Future<TensorLayout> layout =
        async(() -> participant.tensors(OPERATION, "default", ofSeconds(5)));
    Request request = engine.request();
    assertThat(request.getOperationId()).isEqualTo(OPERATION + "/default");
    engine.reply(
        request,
        r ->
            r.setLayout(
                TensorLayout.newBuilder()
                    .addTensors(io.kvreshard.proto.runtime.v1.Tensor.getDefaultInstance())
                    .addSegments(
                        Segment.newBuilder()
                            .setId("kv")
                            .setSizeBytes(1)
                            .setKind(Segment.Kind.SHARED_FILE)
                            .setPath("../x"))));
    assertThatThrownBy(() -> layout.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RuntimeFailure.Refused.class)
        .hasMessageContaining("segments.path");
  }

  private static <T> Future<T> async(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().start(task);
    return task;
  }
}
