package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Promise;
import io.kvreshard.agent.failure.FailedException;

/** One cache group of an open operation on this node. */
final class GroupOperation {
  private final GroupPlan plan;
  private final Rendezvous rendezvous;
  private final Promise<Agreed> agreed;
  private final IncomingStreams incoming;

  GroupOperation(GroupPlan plan, Roster roster) throws FailedException {
    this.plan = plan;
    this.rendezvous = new Rendezvous(plan, roster);
    this.agreed = new Promise<>("group " + plan.name() + ": the transfer digest");
    this.incoming = new IncomingStreams(plan, roster);
  }

  GroupPlan plan() {
    return plan;
  }

  /** Used where this agent is a coordinator's. */
  Rendezvous rendezvous() {
    return rendezvous;
  }

  /** Kept when streams may open. */
  Promise<Agreed> agreed() {
    return agreed;
  }

  IncomingStreams incoming() {
    return incoming;
  }

  void fail(FailedException why) {
    rendezvous.fail(why);
    agreed.fail(why);
    incoming.fail(why);
  }
}
