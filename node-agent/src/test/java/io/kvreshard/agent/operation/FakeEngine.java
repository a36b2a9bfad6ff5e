package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.EngineGroup;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.PageTable;
import io.kvreshard.proto.runtime.v1.Pages;
import io.kvreshard.proto.runtime.v1.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An engine without processes: a coordinator and participants with memory in files. */
final class FakeEngine implements CoordinatorSession {
  static final int PAGE_TOKENS = 16;
  static final int PAGES = 64;
  static final long EPOCH = 77;

  /** The first page is used from here on. */
  static final int FIRST_SLOT = 5;

  final String name;
  final Map<String, FakeParticipant> participants = new TreeMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  volatile ByteString contents = ByteString.EMPTY;

  /** What was written. */
  volatile ByteString written = ByteString.EMPTY;

  volatile Runnable reading = () -> {};
  volatile Runnable writing = () -> {};
  volatile @Nullable RuntimeFailure onWriteContents;
  volatile @Nullable RuntimeFailure onBind;
  volatile @Nullable RuntimeFailure onValidate;
  volatile Runnable validating = () -> {};
  volatile @Nullable RuntimeFailure onCommit;
  volatile @Nullable RuntimeFailure onRelease;
  private volatile RuntimeIdentity identity;
  private final Map<String, int[]> pages = new TreeMap<>();

  FakeEngine(String name) {
    this.name = name;
    this.identity = identity(name, RuntimeRole.Coordinator, Optional.empty());
  }

  /** Gives the engine a cache group more, on the participants of the placement. */
  void add(Path directory, SmallModel model, Placement placement, Layout layout)
      throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, new Random((name + model.group()).hashCode()));
    int needed = (SmallModel.TOKENS + FIRST_SLOT + PAGE_TOKENS - 1) / PAGE_TOKENS;
    int[] used = numbers.subList(0, needed).stream().mapToInt(Integer::intValue).toArray();
    pages.put(model.group(), used);
    for (Part part : placement.parts()) {
      String id = part.participantId();
      FakeParticipant participant =
          participants.computeIfAbsent(
              id,
              _ ->
                  new FakeParticipant(
                      directory, identity(name, RuntimeRole.Participant, Optional.of(id))));
      Path file = directory.resolve(String.join("-", name, id, model.group()));
      participant.caches.put(model.group(), FakeCache.create(model, part, layout, used, file));
    }
  }

  private static RuntimeIdentity identity(String name, RuntimeRole role, Optional<String> id) {
    return identity(name, role, id, EPOCH, name + "/" + id.orElse("coordinator"));
  }

  private static RuntimeIdentity identity(
      String name, RuntimeRole role, Optional<String> id, long epoch, String instanceId) {
    return identity(name, role, id, epoch, instanceId, 2);
  }

  private static RuntimeIdentity identity(
      String name,
      RuntimeRole role,
      Optional<String> id,
      long epoch,
      String instanceId,
      int version) {
    return new RuntimeIdentity(
        new EngineGroup("models", name),
        name + "-0",
        "uid-" + name,
        epoch,
        role,
        id,
        instanceId,
        version);
  }

  /** The coordinator speaks the first version of the protocol. */
  void speaksVersion1() {
    RuntimeIdentity who = identity;
    identity =
        identity(name, RuntimeRole.Coordinator, Optional.empty(), EPOCH, who.instanceId(), 1);
  }

  /** From now on another generation, or another process, answers for the engine. */
  void succeededBy(String instanceId, long epoch) {
    identity = identity(name, RuntimeRole.Coordinator, Optional.empty(), epoch, instanceId);
  }

  private Pages answer() {
    Pages.Builder answer = Pages.newBuilder();
    pages.forEach(
        (group, used) ->
            answer.addGroups(
                GroupPages.newBuilder()
                    .setGroup(group)
                    .addPageTables(
                        PageTable.newBuilder()
                            .setId("t")
                            .setPageTokens(PAGE_TOKENS)
                            .addAllPages(Arrays.stream(used).boxed().toList()))
                    .addWindows(
                        Window.newBuilder()
                            .setTokenStart(SmallModel.TOKEN_START)
                            .setTokenCount(SmallModel.TOKENS)
                            .setPageTable("t")
                            .setFirstPage(0)
                            .setFirstSlot(FIRST_SLOT))));
    return answer.build();
  }

  FakeParticipant participant(String id) {
    return Objects.requireNonNull(participants.get(id));
  }

  @Override
  public RuntimeIdentity identity() {
    return identity;
  }

  @Override
  public Pages pin(String operation, String snapshot, Duration limit) {
    calls.add("pin " + snapshot);
    return answer();
  }

  @Override
  public Pages bind(String operation, String snapshot, Duration limit) throws RuntimeFailure {
    calls.add("bind " + snapshot);
    if (onBind != null) {
      throw onBind;
    }
    return answer();
  }

  @Override
  public ByteString readContents(
      String operation, String snapshot, long offset, int maxBytes, Duration limit)
      throws RuntimeFailure {
    calls.add("readContents " + snapshot);
    reading.run();
    if (contents.isEmpty()) {
      throw new RuntimeFailure.Refused("this engine has no contents");
    }
    int end = (int) Math.min(offset + maxBytes, contents.size());
    return contents.substring((int) offset, end);
  }

  @Override
  public void writeContents(
      String operation,
      String snapshot,
      Contents contents,
      long offset,
      ByteString part,
      Duration limit)
      throws RuntimeFailure {
    calls.add("writeContents " + snapshot);
    writing.run();
    if (onWriteContents != null) {
      throw onWriteContents;
    }
    written = written.substring(0, (int) offset).concat(part);
  }

  @Override
  public void validate(
      String operation, String snapshot, @Nullable Contents contents, Duration limit)
      throws RuntimeFailure {
    calls.add(
        "validate %s%s".formatted(snapshot, contents == null ? "" : " with " + contents.sha256()));
    validating.run();
    if (onValidate != null) {
      throw onValidate;
    }
  }

  @Override
  public void commit(String operation, String snapshot, String jobDigest, Duration limit)
      throws RuntimeFailure {
    calls.add("commit " + jobDigest);
    RuntimeFailure failure = onCommit;
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void release(String operation, String snapshot, Keep keep, Duration limit)
      throws RuntimeFailure {
    calls.add("release " + keep);
    RuntimeFailure failure = onRelease;
    if (failure != null) {
      throw failure;
    }
  }
}
