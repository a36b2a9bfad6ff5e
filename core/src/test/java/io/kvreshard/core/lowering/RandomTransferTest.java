package io.kvreshard.core.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.Limits;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** CONTRACT §9 byte by byte: every byte of every target comes once, and from where it must. */
class RandomTransferTest {
  private record Cell(long layer, Component component, long token, long head, long at) {}

  @RepeatedTest(200)
  void everyByteComesOnceFromItsPlace(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    RuntimeTransfer transfer = RandomTransfer.create(random, limits(random));
    Map<String, Map<Long, Cell>> sources = bytes(transfer, transfer.sourceBindings());
    Map<String, Map<Long, Cell>> missing = bytes(transfer, transfer.targetBindings());
    transfer.forEachWrite(
        write -> {
          for (long i = 0; i < write.nbytes(); i++) {
            Cell from = of(sources, write.sourceParticipantId()).get(write.sourceAddress() + i);
            Cell to = of(missing, write.targetParticipantId()).remove(write.targetAddress() + i);
            assertThat(from).isNotNull().isEqualTo(to);
          }
        });
    assertThat(missing.values()).allMatch(Map::isEmpty);
  }

  @RepeatedTest(200)
  void addsUp(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    RuntimeTransfer transfer = RandomTransfer.create(random, limits(random));
    List<PhysicalWrite> writes = new ArrayList<>();
    transfer.forEachWrite(writes::add);
    assertThat(transfer.writeCount()).isEqualTo(writes.size());
    assertThat(transfer.bytes()).isEqualTo(sum(writes));
    for (PlannedWrite planned : transfer.plannedWrites()) {
      List<PhysicalWrite> between =
          writes.stream()
              .filter(write -> write.sourceParticipantId().equals(planned.writerId()))
              .filter(write -> write.targetParticipantId().equals(planned.targetId()))
              .toList();
      assertThat(planned.bytes()).isEqualTo(sum(between));
    }
    assertThat(transfer.plannedWrites().stream().mapToLong(PlannedWrite::bytes).sum())
        .isEqualTo(sum(writes));
  }

  /** One writer's batches are its writes in order, and each is as full as it may be. */
  @RepeatedTest(200)
  void batchesAreFullAndInOrder(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    TransferLimits limits = limits(random);
    RuntimeTransfer transfer = RandomTransfer.create(random, limits);
    List<PhysicalWrite> all = new ArrayList<>();
    transfer.forEachWrite(all::add);
    for (ResolvedBinding source : transfer.sourceBindings()) {
      List<Batch> batches = new ArrayList<>();
      transfer.forEachBatch(source.participantId(), batches::add);
      assertThat(batches.stream().flatMap(batch -> batch.writes().stream()))
          .containsExactlyElementsOf(
              all.stream()
                  .filter(write -> write.sourceParticipantId().equals(source.participantId()))
                  .toList());
      for (int i = 0; i < batches.size(); i++) {
        Batch batch = batches.get(i);
        assertThat(batch.bytes()).isEqualTo(sum(batch.writes()));
        assertThat(batch.bytes()).isLessThanOrEqualTo(limits.maxBatchBytes());
        assertThat(batch.writes().size())
            .isLessThanOrEqualTo((int) limits.maxBatchOperations())
            .isPositive();
        assertThat(batch.writes()).allMatch(write -> write.endpoint().equals(batch.endpoint()));
        if (i > 0) {
          assertThat(fits(batches.get(i - 1), batch.writes().getFirst(), limits)).isFalse();
        }
      }
    }
    transfer.forEachBatch("nobody", batch -> assertThat(batch).isNull());
  }

  @RepeatedTest(20)
  void readsItsOwnText(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    RuntimeTransfer transfer = RandomTransfer.create(random, limits(random));
    RuntimeTransfer again =
        RuntimeTransfer.fromJson(transfer.toJson(), Limits.COMPATIBLE, transfer.limits());
    assertThat(again.toJson()).isEqualTo(transfer.toJson());
    assertThat(again.digest()).isEqualTo(transfer.digest());
    assertThat(again.plannedWrites()).isEqualTo(transfer.plannedWrites());
  }

  private static boolean fits(Batch batch, PhysicalWrite next, TransferLimits limits) {
    return batch.endpoint().equals(next.endpoint())
        && batch.writes().size() < limits.maxBatchOperations()
        && batch.bytes() + next.nbytes() <= limits.maxBatchBytes();
  }

  private static TransferLimits limits(Random random) {
    return new TransferLimits(
        100_000, 1 << 20, 1 << 30, 1 + random.nextInt(6), 1 + random.nextInt(40), 1 << 30);
  }

  private static long sum(List<PhysicalWrite> writes) {
    return writes.stream().mapToLong(PhysicalWrite::nbytes).sum();
  }

  private static Map<Long, Cell> of(Map<String, Map<Long, Cell>> memory, String participant) {
    return memory.getOrDefault(participant, Map.of());
  }

  private static Map<String, Map<Long, Cell>> bytes(
      RuntimeTransfer transfer, List<ResolvedBinding> bindings) {
    Descriptor model = transfer.plans().getFirst().source().descriptor();
    Map<String, Map<Long, Cell>> memory = new HashMap<>();
    for (ResolvedBinding binding : bindings) {
      Map<Long, Cell> bytes = new HashMap<>();
      binding.ranges().forEach(range -> add(bytes, range, address(binding, range), model));
      memory.put(binding.participantId(), bytes);
    }
    return memory;
  }

  private static long address(ResolvedBinding binding, ResolvedRange range) {
    return binding.regions().stream()
        .filter(region -> region.id().equals(range.regionId()))
        .mapToLong(RegisteredRegion::address)
        .findFirst()
        .orElseThrow();
  }

  private static void add(
      Map<Long, Cell> bytes, ResolvedRange range, long address, Descriptor model) {
    for (long token = range.tokenStart(); token < range.tokenEnd(); token++) {
      for (long head = range.headStart(); head < range.headEnd(); head++) {
        for (long at = 0; at < model.rowBytes(range.component()); at++) {
          bytes.put(
              address + range.offset(token, head) + at,
              new Cell(range.layer(), range.component(), token, head, at));
        }
      }
    }
  }
}
