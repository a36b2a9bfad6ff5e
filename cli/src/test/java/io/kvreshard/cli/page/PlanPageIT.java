package io.kvreshard.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.browser.Chromium;
import io.kvreshard.cli.browser.DevTools;
import io.kvreshard.cli.browser.Tab;
import io.kvreshard.cli.move.Move;
import io.kvreshard.cli.move.MoveFiles;
import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.move.Side;
import io.kvreshard.cli.output.Sizes;
import io.kvreshard.cli.placement.Layout;
import io.kvreshard.cli.testing.Examples;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser: what a person who points at something is told. */
class PlanPageIT {
  private static final int LAYERS = 126;
  private static final int HEADS = 128;
  private static final int WIDTH = 1440;
  private static final int HEIGHT = 1400;
  private static final int SAMPLES = 60;
  private static final long TOKENS = 8192;

  private static final Descriptor CACHE =
      new Descriptor(
          LayerSet.of(LongStream.range(0, LAYERS).toArray()), "bfloat16", 2, 16, HEADS, 128, 128);
  private static final PlannedMove LARGE = large();

  private static Chromium chromium;
  private static DevTools tools;
  private static Tab tab;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws IOException {
    chromium = Chromium.start();
    tools = chromium.connect();
    tab = tools.open();
    tab.resize(WIDTH, HEIGHT);
  }

  @AfterAll
  static void stop() throws IOException {
    tools.close();
    chromium.close();
  }

  @AfterEach
  void nothingWentWrongAndNothingWasFetched() {
    assertThat(tab.troubles()).isEmpty();
    assertThat(tab.requests()).hasSize(1).allMatch(url -> url.startsWith("file:"));
  }

  @Test
  void everyCellSaysWhoWritesWhatToWhom() throws IOException {
    open(LARGE, "");
    var map = map("target");
    assertThat(map.cellWidth()).isGreaterThan(3);
    assertThat(map.rowHeight()).isGreaterThanOrEqualTo(4);
    var random = new Random(7);
    for (int i = 0; i < SAMPLES; i++) {
      long layer = random.nextInt(LAYERS);
      long head = random.nextInt(HEADS);
      map.hover(layer, head, .5);
      assertThat(tip()).containsExactlyElementsOf(expected(layer, head));
    }
  }

  /** In the first data-parallel rank of the target. */
  private static List<String> expected(long layer, long head) {
    var plans = LARGE.groups().getFirst().plans();
    for (LogicalPlan plan : plans.plans()) {
      var target = plan.target().requirePart(plan.targetParticipantId());
      if (target.rank().dp() != 0 || !target.layers().contains(layer)) {
        continue;
      }
      for (Edge edge : plan.edgesOf("dp0-pp0-tp" + head)) {
        if (edge.globalLayerId() == layer && edge.component() == Component.KEY) {
          long key = edge.rowBytes() * TOKENS;
          return List.of(
              "layer %d, head %d".formatted(layer, head),
              edge.sourceParticipantId() + " → " + edge.targetParticipantId(),
              "key and value of this head: " + Sizes.text(2 * key),
              "whole link: %s, layers %s, head %d"
                  .formatted(
                      Sizes.text(
                          plans.bytes(edge.sourceParticipantId(), edge.targetParticipantId())),
                      target.layers().format().replace('-', '–'),
                      head));
        }
      }
    }
    throw new AssertionError("nobody receives layer %d, head %d".formatted(layer, head));
  }

  @Test
  void bothSidesHaveTheColoursOfTheWriters() throws IOException {
    open(LARGE, "");
    var source = map("source");
    var target = map("target");
    for (long head = 0; head < HEADS; head += 9) {
      assertThat(target.colour(3, head)).isEqualTo(source.colour(3, head)).endsWith(",255");
    }
    assertThat(target.colour(3, 0)).isNotEqualTo(target.colour(3, 70));
  }

  @Test
  void theSourceSaysWhereAHeadGoes() throws IOException {
    open(example("tp2pp2-to-tp8.yaml"), "");
    new MapOnScreen(tab, "source", 22, 4).hover(12, 1, .5);
    assertThat(tip())
        .containsExactly(
            "layer 12, head 1",
            "held by dp0-pp1-tp0 (node-a)",
            "→ dp0-pp0-tp2 (node-a): 1.0 MiB",
            "→ dp0-pp0-tp3 (node-b): 1.0 MiB");
    assertThat(tab.evaluate("document.querySelectorAll('#arrows g path').length").asInt())
        .isEqualTo(2);
  }

  @Test
  void replicasLieSideBySideInAHeadsColumn() throws IOException {
    open(example("tp2pp2-to-tp8.yaml"), "");
    var target = new MapOnScreen(tab, "target", 22, 4);
    target.hover(0, 3, .25);
    assertThat(tip().get(1)).isEqualTo("dp0-pp0-tp1 (node-b) → dp0-pp0-tp6 (node-a)");
    target.hover(0, 3, .75);
    assertThat(tip().get(1)).isEqualTo("dp0-pp0-tp1 (node-b) → dp0-pp0-tp7 (node-b)");
  }

  @Test
  void theOtherSideShowsTheDataParallelRankThatWrites() throws IOException {
    open(
        move(
            new Layout(CACHE, List.of(CACHE.layers()), 8, 2),
            new Layout(CACHE, List.of(CACHE.layers()), 4, 2)),
        "");
    tab.evaluate("document.querySelector('#target .dp select').value = '1'");
    tab.evaluate("document.querySelector('#target .dp select').dispatchEvent(new Event('change'))");
    map("target").hover(5, 127, .5);
    assertThat(tip().get(1)).isEqualTo("dp1-pp0-tp7 → dp1-pp0-tp3");
    assertThat(tab.evaluate("document.querySelector('#source .dp select').value").asText())
        .isEqualTo("1");
    assertThat(tab.evaluate("document.querySelectorAll('#arrows g path').length").asInt()).isOne();
  }

  @Test
  void keysMoveThroughAMapAndAreHeard() throws IOException {
    open(example("tp2pp2-to-tp8.yaml"), "");
    new MapOnScreen(tab, "target", 22, 4).focus();
    tab.press("ArrowDown");
    tab.press("ArrowDown");
    tab.press("ArrowRight");
    tab.press("ArrowRight");
    assertThat(spoken())
        .startsWith("layer 1, head 1; dp0-pp0-tp0 (node-a) → dp0-pp0-tp2 (node-a); key and value");
    tab.press("Escape");
    assertThat(tab.evaluate("document.getElementById('tip').hidden").asBoolean()).isTrue();
  }

  @Test
  void aCellThatWasClickedCanBeShownToOthers() throws IOException {
    var planned = example("llama-405b.yaml");
    open(planned, "");
    new MapOnScreen(tab, "target", LAYERS, 8).click(100, 4);
    var hash = tab.evaluate("location.hash").asText();
    assertThat(hash).contains("layer=100", "head=4", "side=target");
    open(planned, hash);
    assertThat(tip()).first().isEqualTo("layer 100, head 4");
  }

  @Test
  void theTableHasEveryLinkAndCanBeSearched() throws IOException {
    open(LARGE, "");
    tab.evaluate("document.querySelector('#table').open = true");
    assertThat(rowsWhen("")).isEqualTo(HEADS * 4 * 4);
    assertThat(rowsWhen("dp0-pp0-tp70")).isEqualTo(4 * 4);
  }

  @Test
  void itFitsOnEveryScreenInBothSchemes() throws IOException {
    for (var scheme : List.of("dark", "light")) {
      tab.prefer(scheme);
      for (int width : List.of(360, 900, WIDTH)) {
        tab.resize(width, HEIGHT);
        open(LARGE, "");
        assertThat(tab.evaluate("document.documentElement.dataset.theme").asText())
            .isEqualTo(scheme);
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
            .isLessThanOrEqualTo(width);
      }
    }
  }

  private int rowsWhen(String filter) {
    tab.evaluate(
        "document.getElementById('filter').value = '%s';".formatted(filter)
            + "document.getElementById('filter').dispatchEvent(new Event('input'))");
    return tab.evaluate("document.querySelectorAll('#table tbody tr').length").asInt();
  }

  private void open(PlannedMove planned, String hash) throws IOException {
    var file = Files.writeString(folder.resolve("plan.html"), PlanPage.html(planned));
    tab.open(URI.create(file.toUri() + hash));
  }

  private static MapOnScreen map(String side) {
    return new MapOnScreen(tab, side, LAYERS, HEADS);
  }

  private static List<String> tip() {
    var lines = new ArrayList<String>();
    tab.evaluate(
            "[...document.querySelectorAll('#tip:not([hidden]) > *')].map(it =>"
                + " it.textContent).filter(it => it)")
        .forEach(line -> lines.add(line.asText()));
    return lines;
  }

  private static String spoken() {
    return tab.evaluate("document.getElementById('spoken').textContent").asText();
  }

  private static PlannedMove example(String name) {
    return PlannedMove.of(MoveFiles.read(List.of(Examples.path(name).toString()), null));
  }

  /** TP128 to TP8·PP4·DP4, 126 layers and 128 heads. */
  private static PlannedMove large() {
    var stages = new ArrayList<LayerSet>();
    for (var text : List.of("0-30", "31-62", "63-94", "95-125")) {
      stages.add(LayerSet.parse(text));
    }
    return move(
        new Layout(CACHE, List.of(CACHE.layers()), HEADS, 1), new Layout(CACHE, stages, 8, 4));
  }

  private static PlannedMove move(Layout source, Layout target) {
    return PlannedMove.of(
        new Move("large", side("a", source), side("b", target), null, PlannerVersion.ORDINAL_1));
  }

  private static Side side(String name, Layout layout) {
    var snapshot =
        Snapshot.create("n", "prompt", "m", "1", 0, TOKENS, "a".repeat(64), "b".repeat(64));
    Placement placement = layout.placement("prompt", "1", name);
    return new Side(name, List.of(new GroupDocuments("default", snapshot, placement)), Map.of());
  }
}
