package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.memory.CopyThreads;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.peer.PeerClient;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.agent.runtime.Runtimes;
import io.kvreshard.agent.share.Bandwidth;
import io.kvreshard.agent.stream.DataServer;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.tracing.Tracing;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What the agent has, for all operations.
 *
 * @param incarnation new with every start of the agent
 * @param taskNamespace where the operator keeps tasks and their documents
 * @param moved progress of all operations of the node
 * @param copying threads that copy from memory to memory
 * @param outgoing staging memory of senders and of local copies that need it
 * @param incoming staging memory of receivers
 * @param reach which agents have been reached of late
 * @param bandwidth limits of what the node sends and receives
 * @param quarantine what this node cannot prove to be quiet
 * @param timer looks after stalled streams; its tasks are short
 * @param meters count what is done with all this
 * @param tracing makes spans of it
 */
public record Services(
    String nodeName,
    String incarnation,
    String taskNamespace,
    ControlPlane control,
    Runtimes runtimes,
    PeerClient peers,
    DataServer data,
    Progress moved,
    CopyThreads copying,
    Staging outgoing,
    Staging incoming,
    Reach reach,
    Bandwidth bandwidth,
    Quarantine quarantine,
    ScheduledExecutorService timer,
    NanoClock clock,
    AgentMeters meters,
    Tracing tracing) {}
