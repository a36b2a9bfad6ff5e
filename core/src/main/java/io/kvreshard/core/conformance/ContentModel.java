package io.kvreshard.core.conformance;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.lowering.RuntimeTransfer;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The memory of an operation by the rule of the case format: source regions are 0x5C, target
 * regions 0xA5, and a byte of a value follows from its layer, component, token, head and place.
 * Every binding has memory of its own, also where two are of one process.
 */
final class ContentModel {
  private static final byte SOURCE_FILL = 0x5C;
  private static final byte TARGET_FILL = (byte) 0xA5;
  private static final int MODULUS = 251;

  private final RuntimeTransfer transfer;
  private final Descriptor descriptor;

  ContentModel(RuntimeTransfer transfer) {
    this.transfer = transfer;
    this.descriptor = transfer.plans().getFirst().source().descriptor();
  }

  /** Rows [participant, region, SHA-256] of the source. */
  List<List<String>> sources() {
    return hashes(transfer.sourceBindings(), filledSources());
  }

  /** Rows [participant, region, SHA-256] of the target after all writes. */
  List<List<String>> targetsAfterWrites() {
    Map<String, VirtualMemory> from = filledSources();
    Map<String, VirtualMemory> to = memories(transfer.targetBindings(), TARGET_FILL);
    transfer.forEachWrite(
        write -> {
          byte[] bytes =
              of(from, write.sourceParticipantId())
                  .bytes(write.sourceAddress(), Math.toIntExact(write.nbytes()));
          of(to, write.targetParticipantId()).put(write.targetAddress(), bytes);
        });
    return hashes(transfer.targetBindings(), to);
  }

  private Map<String, VirtualMemory> filledSources() {
    Map<String, VirtualMemory> memories = memories(transfer.sourceBindings(), SOURCE_FILL);
    for (ResolvedBinding binding : transfer.sourceBindings()) {
      writeValues(binding, of(memories, binding.participantId()));
    }
    return memories;
  }

  private static Map<String, VirtualMemory> memories(List<ResolvedBinding> bindings, byte fill) {
    Map<String, VirtualMemory> memories = new HashMap<>();
    for (ResolvedBinding binding : bindings) {
      var memory = new VirtualMemory(binding);
      binding.regions().forEach(region -> memory.fill(region, fill));
      memories.put(binding.participantId(), memory);
    }
    return memories;
  }

  private static VirtualMemory of(Map<String, VirtualMemory> memories, String participant) {
    return Objects.requireNonNull(memories.get(participant));
  }

  private void writeValues(ResolvedBinding binding, VirtualMemory memory) {
    Map<String, Long> addresses = new HashMap<>();
    binding.regions().forEach(region -> addresses.put(region.id(), region.address()));
    for (ResolvedRange range : binding.ranges()) {
      long base = Objects.requireNonNull(addresses.get(range.regionId()));
      for (long token = range.tokenStart(); token != range.tokenEnd(); token++) {
        for (long head = range.headStart(); head != range.headEnd(); head++) {
          memory.put(base + range.offset(token, head), vector(range, token, head));
        }
      }
    }
  }

  private byte[] vector(ResolvedRange range, long token, long head) {
    long fixed =
        remainder(range.layer()) * 131
            + (range.component() == Component.VALUE ? 17 : 0)
            + remainder(token) * 29
            + remainder(head) * 7
            + 11;
    var vector = new byte[Math.toIntExact(descriptor.rowBytes(range.component()))];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (byte) ((fixed + i * 3L) % MODULUS);
    }
    return vector;
  }

  private static long remainder(long u64) {
    return Long.remainderUnsigned(u64, MODULUS);
  }

  private static List<List<String>> hashes(
      List<ResolvedBinding> bindings, Map<String, VirtualMemory> memories) {
    List<List<String>> hashes = new ArrayList<>();
    for (ResolvedBinding binding : bindings) {
      VirtualMemory memory = of(memories, binding.participantId());
      for (RegisteredRegion region : binding.regions()) {
        byte[] bytes = memory.bytes(region.address(), Math.toIntExact(region.nbytes()));
        hashes.add(List.of(binding.participantId(), region.id(), Sha256.hex(bytes)));
      }
    }
    return hashes;
  }
}
