package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.RingPlace;
import io.kvreshard.agent.memory.RowMover;
import io.kvreshard.agent.memory.SessionMemory;
import io.kvreshard.agent.memory.Workshop;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A worker with shared memory; the agent's real code reads and writes it. */
final class FakeParticipant implements ParticipantSession {
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Map<String, FakeCache> caches = new TreeMap<>();

  /** What happens to the memory of a group. */
  final Map<String, UnaryOperator<ParticipantMemory>> tamper = new ConcurrentHashMap<>();

  /** What it makes of its layouts before it tells them. */
  volatile UnaryOperator<TensorLayout> says = UnaryOperator.identity();

  volatile @Nullable RuntimeFailure onUnbind;

  private final RuntimeIdentity identity;
  private final SessionMemory memory;

  FakeParticipant(Path directory, RuntimeIdentity who) {
    this.identity = who;
    this.memory = new SessionMemory(directory, new Workshop(directory), new NoMover(), 2, 1 << 20);
  }

  FakeCache cache(String group) {
    return Objects.requireNonNull(caches.get(group));
  }

  @Override
  public RuntimeIdentity identity() {
    return identity;
  }

  @Override
  public TensorLayout tensors(String operation, String group, Duration limit) {
    // The group is said apart: an engine that keeps account by its id must find it again.
    assertThat(OperationId.parse(operation)).hasToString(operation);
    return says.apply(cache(group).layout());
  }

  @Override
  public ParticipantMemory open(String group, PagedBinding binding, TensorLayout tensors)
      throws MemoryFailure, InterruptedException {
    ParticipantMemory opened = memory.open(group, binding, tensors);
    UnaryOperator<ParticipantMemory> change = tamper.get(group);
    return change == null ? opened : change.apply(opened);
  }

  @Override
  public void unbind(String operation, Duration limit) throws RuntimeFailure {
    RuntimeFailure failure = onUnbind;
    if (failure != null) {
      throw failure;
    }
    calls.add("unbind " + operation);
  }

  private static final class NoMover implements RowMover {
    @Override
    public void attachRing(RingPlace place, int slots, int slotBytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<?> gather(String operation, Gather gather) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<?> scatter(String operation, Scatter scatter) {
      throw new UnsupportedOperationException();
    }
  }
}
