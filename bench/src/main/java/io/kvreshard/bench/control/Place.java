package io.kvreshard.bench.control;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Where it is measured.
 *
 * @param tree the source tree: scripts and CRDs are there
 * @param environment of the test cluster's scripts
 */
public record Place(Path tree, Map<String, String> environment) {
  /** Folder of what the processes say; it stays. */
  Path logs() {
    return tree.resolve("target/bench");
  }

  Path crds() {
    return tree.resolve("helm/kvreshard-crds/crd");
  }

  String script(String name) {
    return tree.resolve("e2e/testcluster").resolve(name).toString();
  }

  /** Folder of the cluster's state; it goes with it. */
  Path run() {
    return logs().resolve("cluster");
  }

  /** Of the administrator, with a certificate. */
  Path administrator() {
    return run().resolve("admin.kubeconfig");
  }

  /** Of all programs that are measured. */
  Path kubeconfig() {
    return run().resolve("bench.kubeconfig");
  }

  /** Of a cluster that ends with this process, whatever ends it. */
  Map<String, String> ownedEnvironment() {
    var all = new HashMap<>(environment);
    all.put("K8S_RUN", run().toString());
    all.put("K8S_OWNER", Long.toString(ProcessHandle.current().pid()));
    return Map.copyOf(all);
  }
}
