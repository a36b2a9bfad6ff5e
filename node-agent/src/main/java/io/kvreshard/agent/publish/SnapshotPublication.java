package io.kvreshard.agent.publish;

import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.util.Optional;

/** One offer on its way to being a KVSnapshot. */
final class SnapshotPublication implements Insistence.Write {
  private final Publisher publisher;
  private final RuntimeIdentity who;
  private final String name;
  private final KVSnapshotSpec spec;
  private Optional<String> refusal = Optional.empty();

  SnapshotPublication(Publisher publisher, RuntimeIdentity who, String name, KVSnapshotSpec spec) {
    this.publisher = publisher;
    this.who = who;
    this.name = name;
    this.spec = spec;
  }

  /** Why it cannot be; empty once it is. */
  Optional<String> refusal() {
    return refusal;
  }

  @Override
  public void run() throws ConflictException {
    Optional<KVSnapshot> there =
        publisher.plane().get(KVSnapshot.class, who.group().namespace(), name);
    if (there.isEmpty()) {
      Failpoints.before(Step.AGENT_PUBLISH_SNAPSHOT, Failpoints::unreachable);
      publisher.plane().create(SnapshotPublisher.object(publisher, who, name, spec));
      Failpoints.after(Step.AGENT_PUBLISH_SNAPSHOT, Failpoints::unreachable);
      return;
    }
    KVSnapshot old = there.get();
    if (!old.getSpec().instanceGroup().equals(who.group().name())) {
      refuse("belongs to engine \"%s\"".formatted(old.getSpec().instanceGroup()));
    } else if (!isOf(old, who)) {
      Failpoints.before(Step.AGENT_REPLACE_SNAPSHOT, Failpoints::unreachable);
      publisher.plane().delete(old);
      Failpoints.after(Step.AGENT_REPLACE_SNAPSHOT, Failpoints::unreachable);
      throw new ConflictException("KVSnapshot \"" + name + "\" of a former generation has to go");
    } else if (!old.getSpec().equals(spec) && !old.getSpec().equals(withoutContents())) {
      refuse("says something else about the same generation of this engine");
    }
  }

  /** As an agent of before contents has published it: it stays, and is moved without them. */
  private KVSnapshotSpec withoutContents() {
    return new KVSnapshotSpec(
        spec.origin(), spec.nodeName(), spec.instanceGroup(), spec.groups(), null);
  }

  private void refuse(String why) {
    refusal =
        Optional.of(
            "KVSnapshot \"%s\" of namespace \"%s\" exists and %s: offer it under another name"
                .formatted(name, who.group().namespace(), why));
  }

  /** Whether the engine's present generation made it. */
  static boolean isOf(KVSnapshot snapshot, RuntimeIdentity who) {
    var labels = snapshot.getMetadata().getLabels();
    return snapshot.getSpec().instanceGroup().equals(who.group().name())
        && labels != null
        && Long.toUnsignedString(who.groupEpoch()).equals(labels.get(SnapshotPublisher.EPOCH));
  }
}
