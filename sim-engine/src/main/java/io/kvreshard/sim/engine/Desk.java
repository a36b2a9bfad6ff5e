package io.kvreshard.sim.engine;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.proto.runtime.v1.Contents;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.ReadContents;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.WriteContents;
import io.kvreshard.sim.link.Command;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.link.WorkerHub;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.Pages;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers a coordinator's requests from the agent, one at a time. */
final class Desk {
  private static final Logger log = LoggerFactory.getLogger(Desk.class);

  private final EngineConfig config;
  private final Pages pages;
  private final WorkerHub hub;
  private final Set<Trouble> troubles;
  private final Runnable onDrop;
  private final OwnContents own;
  private final ReceivedContents received;
  private final Ledger ledger = new Ledger();
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private boolean bindFailed;

  /**
   * @param onDrop called when the snapshot is dropped after a move
   */
  Desk(EngineConfig config, Pages pages, WorkerHub hub, Set<Trouble> troubles, Runnable onDrop) {
    this.config = config;
    this.pages = pages;
    this.hub = hub;
    this.troubles = troubles;
    this.onDrop = onDrop;
    this.own = new OwnContents(config.tokenIds(), troubles.contains(Trouble.WRONG_CONTENTS));
    this.received = new ReceivedContents(config.contentSeed(), config.tokenStart());
  }

  /** The epoch ended: nobody holds anything. */
  void reset() {
    oneAtATime.lock();
    try {
      ledger.reset();
      received.forget();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** The engine begins anew: nobody holds anything, and what was dropped is there again. */
  void renew() {
    oneAtATime.lock();
    try {
      ledger.renew();
      received.forget();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** Whether the snapshot is no more. */
  boolean dropped() {
    oneAtATime.lock();
    try {
      return ledger.dropped();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** What the snapshot has besides its pages. */
  Optional<Contents> contents() {
    return own.announced();
  }

  /** How much of such has come. */
  long receivedBytes() {
    oneAtATime.lock();
    try {
      return received.bytes();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** Who holds what, for people. */
  String describe() {
    oneAtATime.lock();
    try {
      return ledger.describe();
    } finally {
      oneAtATime.unlock();
    }
  }

  /**
   * Answers the agent.
   *
   * @param epoch in which it was asked; when that has ended, nobody would take back what is given
   */
  Reply.Builder answer(Request request, long epoch) throws Refusal, InterruptedException {
    Duration limit = Duration.ofMillis(request.getDeadlineMillis());
    OperationId operation = operation(request);
    oneAtATime.lockInterruptibly();
    try {
      if (epoch != hub.epoch()) {
        throw Refusal.failed("the epoch in which this was asked has ended");
      }
      return switch (request.getRequestCase()) {
        case PIN -> pin(operation, request.getPin().getSnapshotName());
        case BIND -> bind(operation, request.getBind().getSnapshotName(), limit);
        case READ_CONTENTS -> readContents(operation, request.getReadContents());
        case WRITE_CONTENTS -> writeContents(operation, request.getWriteContents());
        case VALIDATE -> validate(operation, request.getValidate().getContents(), limit);
        case COMMIT -> commit(operation, request.getCommit().getJobDigest(), limit);
        case RELEASE -> release(operation, request.getRelease().getDropSnapshot());
        case TENSORS, ATTACH_RING, GATHER, SCATTER, UNBIND, REQUEST_NOT_SET ->
            throw Refusal.refused("a coordinator has no tensors");
      };
    } finally {
      oneAtATime.unlock();
    }
  }

  private static OperationId operation(Request request) throws Refusal {
    try {
      return OperationId.parse(request.getOperationId());
    } catch (RejectedException e) {
      throw Refusal.refused(String.valueOf(e.getMessage()));
    }
  }

  private Reply.Builder pin(OperationId operation, String snapshot) throws Refusal {
    checkTrouble(Trouble.REFUSE_PIN);
    checkSnapshot(snapshot, Use.EXPORT);
    ledger.pin(operation);
    return pagesReply();
  }

  private Reply.Builder bind(OperationId operation, String snapshot, Duration limit)
      throws Refusal, InterruptedException {
    checkTrouble(Trouble.REFUSE_BIND);
    checkSnapshot(snapshot, Use.RESERVE);
    if (troubles.contains(Trouble.FAIL_BIND_ONCE) && !bindFailed) {
      bindFailed = true;
      throw Refusal.failed("this engine was told to fail once");
    }
    if (ledger.bind(operation)) {
      received.forget();
      Optional<String> failure = hub.call(Command.CLEAR, limit);
      if (failure.isPresent()) {
        ledger.release(operation, false);
        throw Refusal.failed(failure.get());
      }
    }
    return pagesReply();
  }

  private void checkTrouble(Trouble trouble) throws Refusal {
    if (troubles.contains(trouble)) {
      throw Refusal.refused("this engine was told to refuse");
    }
  }

  private void checkSnapshot(String name, Use use) throws Refusal {
    if (!name.equals(config.offer())) {
      throw Refusal.refused("there is no snapshot " + name);
    }
    if (use != config.use()) {
      throw Refusal.refused(
          use == Use.EXPORT
              ? name + " is a reservation: there is nothing to read"
              : name + " has content: it cannot be filled");
    }
  }

  private Reply.Builder pagesReply() {
    GroupPages.Builder group = pages.proto().toBuilder();
    if (troubles.contains(Trouble.MISSING_TOKEN)) {
      var last = group.getWindowsBuilder(group.getWindowsCount() - 1);
      last.setTokenCount(last.getTokenCount() - 1);
    }
    return Reply.newBuilder()
        .setPages(io.kvreshard.proto.runtime.v1.Pages.newBuilder().addGroups(group));
  }

  private Reply.Builder readContents(OperationId operation, ReadContents request) throws Refusal {
    checkSnapshot(request.getSnapshotName(), Use.EXPORT);
    ledger.checkPinned(operation);
    return Reply.newBuilder().setContentsPart(own.read(request));
  }

  private Reply.Builder writeContents(OperationId operation, WriteContents request) throws Refusal {
    checkSnapshot(request.getSnapshotName(), Use.RESERVE);
    ledger.checkBound(operation);
    received.write(request);
    return done();
  }

  private Reply.Builder validate(OperationId operation, Contents announced, Duration limit)
      throws Refusal, InterruptedException {
    checkTrouble(Trouble.REFUSE_VALIDATE);
    ledger.checkBound(operation);
    received.check(announced);
    Optional<String> failure = hub.call(Command.CHECK, limit);
    if (failure.isPresent()) {
      // Wrong bytes stay wrong; a group that has lost a worker begins anew.
      throw hub.ready() ? Refusal.refused(failure.get()) : Refusal.failed(failure.get());
    }
    return done();
  }

  private Reply.Builder commit(OperationId operation, String jobDigest, Duration limit)
      throws Refusal, InterruptedException {
    ledger.commit(operation, jobDigest);
    Optional<String> failure = hub.call(Command.COMMIT, limit);
    if (failure.isPresent()) {
      throw Refusal.failed(failure.get());
    }
    log.info("{} is active: operation {}, digest {}", config.offer(), operation, jobDigest);
    return done();
  }

  private Reply.Builder release(OperationId operation, boolean drop) {
    if (ledger.release(operation, drop)) {
      onDrop.run();
    }
    return done();
  }

  private static Reply.Builder done() {
    return Reply.newBuilder().setDone(Done.getDefaultInstance());
  }
}
