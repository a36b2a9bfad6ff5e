package io.kvreshard.sim.memory;

import io.kvreshard.core.contract.Component;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Shard;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the planes of a shard lie in one piece of memory. Around every page are guard bytes that
 * belong to nobody.
 *
 * @param all of all layers, K before V
 * @param pageBytes of one plane's page, without guard
 * @param bytes of the whole memory
 */
record Planes(List<Plane> all, long pageBytes, long bytes) {
  private static final long GUARD = 64;

  static Planes of(EngineConfig config, Shard shard, int poolPages) {
    long row = config.model().rowBytes();
    long size = config.pageTokens();
    long heads = shard.headCount();
    long page = size * heads * row;
    long token = config.layout() == KvLayout.HND ? row : heads * row;
    long head = config.layout() == KvLayout.HND ? size * row : row;
    List<Plane> planes = new ArrayList<>();
    long at = GUARD;
    for (long layer : shard.layers().toArray()) {
      for (Component component : Component.values()) {
        switch (config.layout()) {
          case VLLM_2_BLOCKS, HND, SGLANG -> {
            planes.add(new Plane(layer, component, at, page + GUARD, token, head));
            at += poolPages * (page + GUARD);
          }
          case VLLM_BLOCKS_2 -> {
            long base = component == Component.KEY ? at : at + page;
            planes.add(new Plane(layer, component, base, 2 * page + GUARD, token, head));
            if (component == Component.VALUE) {
              at += poolPages * (2 * page + GUARD);
            }
          }
        }
      }
    }
    return new Planes(List.copyOf(planes), page, at);
  }
}
