package io.kvreshard.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotContents;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.proto.runtime.v1.Contents;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotPublisherTest {
  @TempDir Path directory;
  private DirectoryControlPlane plane;
  private SnapshotPublisher publisher;

  @BeforeEach
  void open() {
    plane = new DirectoryControlPlane(directory);
    publisher = new SnapshotPublisher(new Publisher(plane, "system", "node-1", "me", Pods.OBJECTS));
  }

  @AfterEach
  void close() {
    plane.close();
  }

  @Test
  void anOfferBecomesAnObjectOfItsPod() throws Exception {
    assertThat(publisher.offered(Engines.process(7), Engines.offer("models", "r1"))).isEmpty();

    var snapshot = published();
    assertThat(snapshot.getSpec().nodeName()).isEqualTo("node-1");
    assertThat(snapshot.getSpec().instanceGroup()).isEqualTo("llama");
    assertThat(snapshot.getSpec().groups()).hasSize(1);
    assertThat(snapshot.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid-0"));
  }

  @Test
  void theSameOfferAgainChangesNothing() throws Exception {
    publisher.offered(Engines.process(7), Engines.offer("models", "r1"));
    var before = published().getMetadata();

    assertThat(publisher.offered(Engines.process(7), Engines.offer("models", "r1"))).isEmpty();

    assertThat(published().getMetadata().getResourceVersion())
        .isEqualTo(before.getResourceVersion());
  }

  private static SnapshotOffer offerWithContents(String digest) {
    return Engines.offer("models", "r1").toBuilder()
        .setContents(Contents.newBuilder().setSha256(digest.repeat(64)).setBytes(7))
        .build();
  }

  @Test
  void contentsArePublishedByTheirDigest() throws Exception {
    assertThat(publisher.offered(Engines.process(7), offerWithContents("c"))).isEmpty();
    assertThat(publisher.offered(Engines.process(7), offerWithContents("c"))).isEmpty();
    assertThat(published().getSpec().contents()).isEqualTo(new SnapshotContents("c".repeat(64), 7));

    assertThat(publisher.offered(Engines.process(7), offerWithContents("d")))
        .hasValueSatisfying(why -> assertThat(why).contains("says something else"));
  }

  /** Published by an agent of before there were contents. */
  @Test
  void whatWasPublishedWithoutContentsStaysSo() throws Exception {
    publisher.offered(Engines.process(7), Engines.offer("models", "r1"));
    assertThat(publisher.offered(Engines.process(7), offerWithContents("c"))).isEmpty();
    assertThat(published().getSpec().contents()).isNull();
  }

  @Test
  void anEngineThatStartedAgainOffersOtherPages() throws Exception {
    publisher.offered(Engines.process(7), Engines.offer("models", "r1"));
    var before = published().getMetadata();

    assertThat(publisher.offered(Engines.process(8), Engines.offer("models", "r1"))).isEmpty();

    assertThat(published().getMetadata().getUid()).isNotEqualTo(before.getUid());
  }

  @Test
  void anotherContentUnderTheSameNameIsRefused() throws Exception {
    publisher.offered(Engines.process(7), Engines.offer("models", "r1"));

    assertThat(publisher.offered(Engines.process(7), Engines.offer("models", "r2")))
        .hasValueSatisfying(
            why -> assertThat(why).contains("\"cache\"", "says something else", "another name"));
  }

  @Test
  void aDocumentOfAnotherNamespaceIsRefused() throws Exception {
    assertThat(publisher.offered(Engines.process(7), Engines.offer("others", "r1")))
        .hasValueSatisfying(
            why -> assertThat(why).contains("namespace is \"others\"", "the pod's \"models\""));
    assertThat(plane.get(KVSnapshot.class, "models", "cache")).isEmpty();
  }

  @Test
  void aWrongDocumentIsRefusedByFieldAndRule() throws Exception {
    SnapshotOffer good = Engines.offer("models", "r1");
    var bad = good.toBuilder();
    bad.getGroupsBuilder(0)
        .setPlacementJson(
            good.getGroups(0).getPlacementJson().replace("\"head_count\":4", "\"head_count\":3"));

    assertThat(publisher.offered(Engines.process(7), bad.build()))
        .hasValueSatisfying(why -> assertThat(why).contains("\"cache\"", "group \"default\""));
    assertThat(plane.get(KVSnapshot.class, "models", "cache")).isEmpty();
  }

  @Test
  void onlyTheGenerationThatOfferedCanWithdraw() throws Exception {
    publisher.offered(Engines.process(7), Engines.offer("models", "r1"));

    publisher.withdrawn(Engines.process(6), "cache");
    assertThat(plane.get(KVSnapshot.class, "models", "cache")).isPresent();

    publisher.withdrawn(Engines.process(7), "cache");
    assertThat(plane.get(KVSnapshot.class, "models", "cache")).isEmpty();
  }

  private KVSnapshot published() {
    return plane.get(KVSnapshot.class, "models", "cache").orElseThrow();
  }
}
