package io.kvreshard.operator.act;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;

/** Finalizers of objects in memory; writing them is the caller's. */
public final class Finalizers {
  private Finalizers() {}

  /** Adds it, if it is not there. */
  public static void add(HasMetadata object, String finalizer) {
    var all = new ArrayList<>(object.getMetadata().getFinalizers());
    if (!all.contains(finalizer)) {
      all.add(finalizer);
    }
    object.getMetadata().setFinalizers(all);
  }

  /** Removes it, if it is there. */
  public static void remove(HasMetadata object, String finalizer) {
    var all = new ArrayList<>(object.getMetadata().getFinalizers());
    all.remove(finalizer);
    object.getMetadata().setFinalizers(all);
  }
}
