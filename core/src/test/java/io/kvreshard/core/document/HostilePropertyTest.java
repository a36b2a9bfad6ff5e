package io.kvreshard.core.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.Seeds;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever becomes of a document: it is read, or it is rejected with category, pointer and
 * sentence, within bounds of memory and time.
 */
class HostilePropertyTest {
  private static final int MOST_CHANGES = 4;

  /** A document and what became of its text. */
  record Broken(Sample sample, String text) {}

  @Property
  void aChangedText(@ForAll("texts") Broken broken) {
    Verdict.check(broken.sample(), broken.text());
  }

  @Property
  void aChangedTree(@ForAll("trees") Broken broken) {
    Verdict.check(broken.sample(), broken.text());
  }

  @Property
  void aChangedTreeWithRightIdentities(@ForAll("recomputed") Broken broken) {
    Verdict.check(broken.sample(), broken.text());
  }

  /** Otherwise the property above would only meet wrong identities. */
  @Property
  void identitiesAreThoseOfTheProduct(@ForAll("samples") Sample sample) {
    ObjectNode tree = (ObjectNode) Json.parse(sample.text());
    Identities.recompute(sample.kind(), tree);
    assertThat(Json.canonical(tree)).isEqualTo(sample.text());
    assertThat(sample.reread().apply(sample.text())).isEqualTo(sample.text());
  }

  @Provide
  Arbitrary<Sample> samples() {
    return Seeds.values("samples", Sample::random);
  }

  @Provide
  Arbitrary<Broken> texts() {
    return Seeds.values(
        "texts",
        random -> {
          Sample sample = Sample.random(random);
          String text = sample.text();
          for (int i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
            text = Texts.change(random, text);
          }
          return new Broken(sample, text);
        });
  }

  @Provide
  Arbitrary<Broken> trees() {
    return Seeds.values(
        "trees",
        random -> {
          Sample sample = Sample.random(random);
          return new Broken(sample, Json.canonical(changedTree(random, sample)));
        });
  }

  @Provide
  Arbitrary<Broken> recomputed() {
    return Seeds.values(
        "recomputed",
        random -> {
          Sample sample = Sample.random(random);
          ObjectNode tree = changedTree(random, sample);
          Identities.recompute(sample.kind(), tree);
          return new Broken(sample, Json.canonical(tree));
        });
  }

  private static ObjectNode changedTree(Random random, Sample sample) {
    ObjectNode tree = (ObjectNode) Json.parse(sample.text());
    for (int i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
      Embedded.change(random, tree);
    }
    return tree;
  }
}
