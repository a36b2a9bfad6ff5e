package io.kvreshard.agent.runtime;

import io.grpc.StatusException;

/**
 * Whether a process runs in the pod that its Hello names. The directory that its socket lies in
 * proves the pod's uid; namespace and name are a claim.
 */
@FunctionalInterface
public interface PodProof {
  /** Without Kubernetes: whoever made the directory knows whom it is for. */
  PodProof DIRECTORY = who -> {};

  /**
   * Checks the claim; may wait for some seconds for a pod that has just come.
   *
   * @throws StatusException PERMISSION_DENIED if the pod has another namespace or name, UNAVAILABLE
   *     if the pod is not known, or not yet
   */
  void check(RuntimeIdentity who) throws StatusException, InterruptedException;
}
