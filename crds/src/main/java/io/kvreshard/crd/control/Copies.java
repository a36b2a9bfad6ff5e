package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * Copies of objects that others hold, too: what is done to one of them is not seen in the other.
 * Specs and statuses of custom resources are records, which are replaced and never changed, so that
 * a copy shares them; any other object is written and read again, which takes a hundred times as
 * long.
 */
public final class Copies {
  private static final KubernetesSerialization TEXT = new KubernetesSerialization();

  private Copies() {}

  /** A copy. */
  public static <T extends HasMetadata> T of(T object) {
    if (!(object instanceof CustomResource<?, ?> custom)) {
      return TEXT.clone(object);
    }
    @SuppressWarnings("unchecked") // of its own class
    var copy = (T) custom(custom);
    return copy;
  }

  private static <S, U> CustomResource<S, U> custom(CustomResource<S, U> object) {
    CustomResource<S, U> copy = newInstance(object);
    copy.setMetadata(new ObjectMetaBuilder(object.getMetadata()).build());
    copy.setSpec(object.getSpec());
    copy.setStatus(object.getStatus());
    return copy;
  }

  @SuppressWarnings("unchecked") // of its own class
  private static <S, U> CustomResource<S, U> newInstance(CustomResource<S, U> object) {
    try {
      return (CustomResource<S, U>) object.getClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(object.getClass() + " cannot be made", e);
    }
  }
}
