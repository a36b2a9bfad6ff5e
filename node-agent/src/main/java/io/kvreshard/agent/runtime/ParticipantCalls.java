package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.SessionMemory;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import io.kvreshard.proto.runtime.v1.Tensors;
import io.kvreshard.proto.runtime.v1.Unbind;
import java.time.Duration;

/** A participant's session as its callers see it. */
record ParticipantCalls(RuntimeIdentity identity, Requests requests, SessionMemory memory)
    implements ParticipantSession {

  @Override
  public TensorLayout tensors(String operation, String group, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Tensors tensors = Tensors.newBuilder().setGroup(group).build();
    Reply reply =
        requests.ask(
            identity,
            "Tensors",
            Step.AGENT_TENSORS,
            operation + "/" + group,
            limit,
            r -> r.setTensors(tensors));
    LayoutCheck.check(reply.getLayout());
    return reply.getLayout();
  }

  @Override
  public ParticipantMemory open(String group, PagedBinding binding, TensorLayout layout)
      throws MemoryFailure, InterruptedException {
    return memory.open(group, binding, layout);
  }

  @Override
  public void unbind(String operation, Duration limit) throws RuntimeFailure, InterruptedException {
    Unbind unbind = Unbind.getDefaultInstance();
    requests.ask(identity, "Unbind", Step.AGENT_UNBIND, operation, limit, r -> r.setUnbind(unbind));
  }
}
