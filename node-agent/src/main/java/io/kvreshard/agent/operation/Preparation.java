package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.core.paged.OpenBinding;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.transfer.TransferDigest;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.peer.v1.BindingDigest;
import io.kvreshard.proto.peer.v1.JoinRequest;
import io.kvreshard.proto.peer.v1.PagesRequest;
import io.kvreshard.proto.peer.v1.SideDigests;
import io.kvreshard.proto.peer.v1.TransferLists;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything before the first byte: pages, bindings, and the transfer digest that all agents of a
 * group arrive at (DESIGN §5.4).
 */
final class Preparation {
  private final Operation operation;
  private final Engines engines;
  private final OpenBindings open;

  Preparation(Operation operation, Engines engines, OpenBindings open) {
    this.operation = operation;
    this.engines = engines;
    this.open = open;
  }

  /** On return every group of the operation is agreed. */
  void run() throws Exception {
    for (Side side : Side.values()) {
      if (operation.roster().coordinates(side)) {
        engines.requireContents(side);
      }
    }
    for (Side side : Side.values()) {
      if (operation.roster().coordinates(side)) {
        operation.pages(side).keep(engines.pages(side));
      }
    }
    List<Crew.Work> groups = new ArrayList<>();
    for (GroupOperation group : operation.groups()) {
      groups.add(() -> prepare(group));
    }
    Crew.runAll(operation.id() + "/prepare", groups);
  }

  private void prepare(GroupOperation group) throws Exception {
    Map<String, LocalBinding> sources = bind(group.plan(), Side.SOURCE);
    Map<String, LocalBinding> targets = bind(group.plan(), Side.TARGET);
    List<Crew.Work> calls = new ArrayList<>();
    Agreement agreement = new Agreement(group.plan());
    if (!sources.isEmpty()) {
      calls.add(() -> agreement.hear(join(group.plan(), Side.SOURCE, sources)));
    }
    if (!targets.isEmpty()) {
      calls.add(() -> agreement.hear(join(group.plan(), Side.TARGET, targets)));
    }
    if (operation.roster().coordinates(Side.SOURCE)) {
      calls.add(() -> exchange(group));
    }
    if (operation.roster().coordinates(Side.SOURCE)
        || operation.roster().coordinates(Side.TARGET)) {
      calls.add(() -> agreement.hear(group.rendezvous().both(operation.patience())));
    }
    Crew.runAll(group.plan().operation() + "/join", calls);
    Agreed agreed = new Agreed(agreement.digest(), sources, targets);
    if (!calls.isEmpty()) {
      operation.report().transfer(group.plan().name(), agreed.transferDigest());
    }
    Failpoints.before(Step.AGENT_AGREE, Preparation::failed);
    group.agreed().keep(agreed);
    Failpoints.after(Step.AGENT_AGREE, Preparation::failed);
  }

  private static FailedException failed(String why) {
    return new FailedException(FailureReason.PeerFailed, why);
  }

  private Map<String, LocalBinding> bind(GroupPlan plan, Side side) throws Exception {
    Map<String, LocalBinding> bound = new TreeMap<>();
    List<String> here = operation.roster().on(operation.roster().self(), side, plan);
    if (here.isEmpty()) {
      return bound;
    }
    GroupPages pages = pages(plan, side);
    for (String participant : here) {
      ParticipantSession session = engines.participant(side, participant);
      TensorLayout layout = engines.tensors(session, plan);
      PagedBinding binding =
          Bindings.create(plan, side, participant, session.identity().instanceId(), pages, layout);
      OpenBinding claim = new OpenBinding(binding, side);
      open.add(claim);
      ParticipantMemory memory;
      try {
        memory = engines.open(side, session, plan, binding, layout);
      } catch (FailedException | InterruptedException | RuntimeException e) {
        open.remove(claim);
        throw e;
      }
      LocalBinding local = new LocalBinding(side, session, binding, memory);
      operation.bindings().add(local);
      bound.put(participant, local);
    }
    return bound;
  }

  private GroupPages pages(GroupPlan plan, Side side) throws Exception {
    PagesRequest request =
        PagesRequest.newBuilder()
            .setOperationId(plan.operation())
            .setGroup(plan.name())
            .setSide(Sides.wire(side))
            .build();
    String node = operation.roster().side(side).coordinator().node();
    return operation.links().to(node, operation.patience()).pages(request, operation.patience());
  }

  private TransferLists join(GroupPlan plan, Side side, Map<String, LocalBinding> bound)
      throws Exception {
    JoinRequest request =
        JoinRequest.newBuilder()
            .setOperationId(plan.operation())
            .setSide(Sides.wire(side))
            .setNodeName(operation.roster().self())
            .addAllBindings(bound.values().stream().map(LocalBinding::wire).toList())
            .build();
    String node = operation.roster().side(side).coordinator().node();
    TransferLists lists =
        operation.links().to(node, operation.patience()).join(request, operation.patience());
    List<BindingDigest> list =
        side == Side.SOURCE ? lists.getSourcesList() : lists.getTargetsList();
    if (!list.containsAll(request.getBindingsList())) {
      throw new FailedException(
          FailureReason.PeerFailed,
          "group %s: the list of the %s's coordinator lacks bindings of this node"
              .formatted(plan.name(), Sides.word(side)));
    }
    return lists;
  }

  /** The source's coordinator's agent brings its list to the target's and takes that one's. */
  private void exchange(GroupOperation group) throws Exception {
    SideDigests mine =
        SideDigests.newBuilder()
            .setOperationId(group.plan().operation())
            .setSide(io.kvreshard.proto.peer.v1.Side.SIDE_SOURCE)
            .addAllBindings(group.rendezvous().list(Side.SOURCE, operation.patience()))
            .build();
    String node = operation.roster().side(Side.TARGET).coordinator().node();
    SideDigests theirs =
        operation.links().to(node, operation.patience()).exchange(mine, operation.patience());
    group.rendezvous().offer(Side.TARGET, theirs.getBindingsList());
  }

  /** All lists that this node hears must lead to one digest. */
  private static final class Agreement {
    private final GroupPlan plan;
    private String digest = "";

    Agreement(GroupPlan plan) {
      this.plan = plan;
    }

    synchronized void hear(TransferLists lists) throws FailedException {
      String found =
          TransferDigest.of(
              plan.operation(),
              plan.planDigests(),
              digests(Side.SOURCE, lists.getSourcesList()),
              digests(Side.TARGET, lists.getTargetsList()));
      if (!digest.isEmpty() && !digest.equals(found)) {
        throw new FailedException(
            FailureReason.PeerFailed,
            "group %s: coordinators gave lists with transfer digests %s and %s"
                .formatted(plan.name(), digest, found));
      }
      digest = found;
    }

    private List<String> digests(Side side, List<BindingDigest> list) throws FailedException {
      if (!list.stream()
          .map(BindingDigest::getParticipantId)
          .toList()
          .equals(plan.participants(side))) {
        throw new FailedException(
            FailureReason.PeerFailed,
            "group %s: the list of the %s is not that of the plan's participants %s"
                .formatted(plan.name(), Sides.word(side), plan.participants(side)));
      }
      return list.stream().map(BindingDigest::getDigest).toList();
    }

    synchronized String digest() {
      return digest;
    }
  }
}
