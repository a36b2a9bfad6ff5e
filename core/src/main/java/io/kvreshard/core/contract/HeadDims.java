package io.kvreshard.core.contract;

import io.kvreshard.core.RejectionCategory;
import java.util.List;

/**
 * What is cached of each head and token, and how many elements its vectors have: u64, at least 1.
 * Only {@link KeyValue} is in upstream's contract.
 */
public sealed interface HeadDims {
  /** Elements of one key vector. */
  long key();

  /** The tensors that there are, in the order in which plans name them. */
  List<Component> components();

  /** Keys and values, as attention has them (CONTRACT §4.2). */
  record KeyValue(long key, long value) implements HeadDims {
    private static final List<Component> COMPONENTS = List.of(Component.KEY, Component.VALUE);

    public KeyValue {
      Check.positive("/key_head_dim", key);
      Check.positive("/value_head_dim", value);
    }

    @Override
    public List<Component> components() {
      return COMPONENTS;
    }
  }

  /** One tensor that serves as both, as the latent vectors of MLA (DESIGN §3). */
  record KeyOnly(long key) implements HeadDims {
    private static final List<Component> COMPONENTS = List.of(Component.KEY);

    public KeyOnly {
      Check.positive("/key_head_dim", key);
    }

    @Override
    public List<Component> components() {
      return COMPONENTS;
    }
  }

  /** The dimensions of a descriptor that names these components instead of a value dimension. */
  static HeadDims ofComponents(List<Component> components, long key) {
    if (!components.equals(KeyOnly.COMPONENTS)) {
      throw Check.reject(
          RejectionCategory.ENUM,
          "/components",
          "without value_head_dim the components must be exactly [\"key\"]");
    }
    return new KeyOnly(key);
  }
}
