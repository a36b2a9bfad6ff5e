package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which tool puts an object back that somebody deletes. The chart's policy {@code
 * kvreshard-job-ttl} knows the same labels and annotations.
 */
final class Tracking {
  private static final String ARGO_CD = "Argo CD";
  private static final String FLUX = "Flux";
  private static final Map<String, String> LABELS =
      Map.of(
          "argocd.argoproj.io/instance", ARGO_CD,
          "kustomize.toolkit.fluxcd.io/name", FLUX,
          "helm.toolkit.fluxcd.io/name", FLUX);
  private static final String ARGO_CD_ANNOTATION = "argocd.argoproj.io/tracking-id";

  private Tracking() {}

  /** The labels and annotations that tell. */
  static Set<String> keys() {
    var keys = new TreeSet<>(LABELS.keySet());
    keys.add(ARGO_CD_ANNOTATION);
    return keys;
  }

  /** The tool's name; null: none, as far as one sees. */
  static @Nullable String of(ObjectMeta meta) {
    var annotations = meta.getAnnotations();
    if (annotations != null && annotations.containsKey(ARGO_CD_ANNOTATION)) {
      return ARGO_CD;
    }
    var labels = meta.getLabels();
    return labels == null
        ? null
        : LABELS.entrySet().stream()
            .filter(label -> labels.containsKey(label.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(null);
  }
}
