package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.time.Duration;

/**
 * What the agent may ask a process that owns tensors. Requests block for at most {@code limit}; the
 * session's end fails them at once with {@link RuntimeFailure.Gone}. Thread-safe.
 */
public interface ParticipantSession {

  RuntimeIdentity identity();

  /** Where the tensors of a group lie. Checked: strings, sizes, at most 10,000 tensors. */
  TensorLayout tensors(String operation, String group, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /**
   * The process's memory for one group of an operation. The caller closes it.
   *
   * @param group the cache group's name
   * @param binding of that group, made from the layout
   * @param layout what {@link #tensors} answered
   */
  ParticipantMemory open(String group, PagedBinding binding, TensorLayout layout)
      throws MemoryFailure, InterruptedException;

  /** The operation is over for this process: forget its bindings, of all groups. */
  void unbind(String operation, Duration limit) throws RuntimeFailure, InterruptedException;
}
