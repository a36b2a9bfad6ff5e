package io.kvreshard.core.resolved;

import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static io.kvreshard.core.resolved.Fixture.binding;
import static io.kvreshard.core.resolved.Fixture.keyRange;
import static io.kvreshard.core.resolved.Fixture.range;
import static io.kvreshard.core.resolved.Fixture.region;
import static io.kvreshard.core.resolved.Fixture.valueRange;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.SnapshotRef;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolvedBindingTest {
  private static final RegisteredRegion K = region("k", 1000, 160);
  private static final RegisteredRegion V = region("v", 2000, 80);

  @Test
  void sortsRegionsAndRanges() {
    ResolvedRange first = range(Component.KEY, 5, 4, 2, 1, "k", 0, 16, 8);
    ResolvedRange second = range(Component.KEY, 5, 4, 3, 1, "a", 8, 16, 8);
    ResolvedRange third = range(Component.KEY, 5, 4, 3, 1, "k", 8, 16, 8);
    ResolvedRange fourth = range(Component.KEY, 5, 4, 3, 1, "k", 9, 16, 8);
    ResolvedRange fifth = range(Component.KEY, 9, 6, 2, 2, "k", 64, 16, 8);
    List<ResolvedRange> order = List.of(first, second, third, fourth, fifth, valueRange());
    ResolvedBinding binding = binding(List.of(V, K), order.reversed());
    assertThat(binding.regions()).containsExactly(K, V);
    assertThat(binding.ranges()).isEqualTo(order);
    assertThat(binding).isEqualTo(binding(List.of(K, V), order));
  }

  /** The digest covers the flat content; the text has it beside the content. */
  @Test
  void hashesItsContentWithTheSchema() {
    ResolvedBinding binding = Fixture.binding();
    String text = binding.toJson();
    String content =
        text.substring("{\"binding\":".length(), text.indexOf(",\"digest\""))
            .replace(
                "\"revision\":\"r1\",",
                "\"revision\":\"r1\",\"schema\":\"kv-cache-resolved-binding\",");
    assertThat(binding.digest()).isEqualTo(Sha256.hex(content));
    assertThat(text).endsWith(",\"schema\":\"kv-cache-resolved-binding\"}");
    assertThat(ResolvedBinding.fromJson(text)).isEqualTo(binding);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"schema\":\"kv-cache-resolved-binding\"|\"schema\":\"other\"|/schema|ENUM",
        "\"digest\":\"|\"digest\":\"0|/digest|IDENTITY",
        "\"component\":\"key\"|\"component\":\"kay\"|/binding/ranges/0/component|ENUM",
        "\"head_count\":2|\"head_count\":0|/binding/ranges/0/head_count|RANGE",
        "\"address\":1000|\"address\":0|/binding/regions/0/address|RANGE",
        "\"snapshot_id\":\"|\"snapshot_id\":\"x|/digest|IDENTITY",
      })
  void refusesAChangedText(String from, String to, String pointer, RejectionCategory category) {
    String text = Fixture.binding().toJson().replaceFirst(Pattern.quote(from), to);
    assertRejected(() -> ResolvedBinding.fromJson(text), category, pointer, "");
  }

  @Test
  void namesItsSnapshot() {
    SnapshotRef snapshot = Fixture.binding().snapshot();
    String text = Fixture.binding().toJson();
    for (String field : List.of("id", "digest")) {
      String value = field.equals("id") ? snapshot.id() : snapshot.digest();
      String without =
          text.replace(
              "\"snapshot_%s\":\"%s\"".formatted(field, value), "\"snapshot_" + field + "\":null");
      assertRejected(
          () -> ResolvedBinding.fromJson(without),
          RejectionCategory.IDENTITY,
          "/binding/snapshot_" + field,
          "names its snapshot");
    }
  }

  @Test
  void needsDistinctRegionsOfOneEndpoint() {
    assertRejected(
        () -> binding(List.of(K, region("k", 5000, 1)), List.of(keyRange())),
        RejectionCategory.DUPLICATE_ID,
        "/regions",
        "region \"k\" is listed twice");
    RegisteredRegion elsewhere = new RegisteredRegion("v", "host:2", 2000, 80);
    assertRejected(
        () -> binding(List.of(K, elsewhere), List.of(keyRange())),
        RejectionCategory.GEOMETRY,
        "/regions",
        "region \"v\" is of endpoint \"host:2\", others of \"host:1\"");
    assertThat(binding(List.of(K, V), List.of(keyRange())).endpoint()).isEqualTo("host:1");
  }

  @Test
  void isNeverEmptyOrTooLarge() {
    assertRejected(
        () -> binding(List.of(), List.of(keyRange())), RejectionCategory.EMPTY, "/regions", "");
    assertRejected(() -> binding(List.of(K), List.of()), RejectionCategory.EMPTY, "/ranges", "");
    assertRejected(
        () -> binding(List.of(K), Collections.nCopies(Limits.ITEMS + 1, keyRange())),
        RejectionCategory.LIMIT,
        "/ranges",
        "100001 ranges");
    assertRejected(
        () -> binding(Collections.nCopies(Limits.ITEMS + 1, K), List.of(keyRange())),
        RejectionCategory.LIMIT,
        "/regions",
        "100001 regions");
    assertThat(binding(List.of(K), Collections.nCopies(Limits.ITEMS, keyRange())).ranges())
        .hasSize(Limits.ITEMS);
  }

  @Test
  void numbersEndAtTheU64() {
    assertThat(region("r", U64.MAX - 7, 7).nbytes()).isEqualTo(7);
    assertRejected(
        () -> region("r", U64.MAX - 7, 8), RejectionCategory.RANGE, "/address", "exceeds 2^64-1");
    assertThat(range(Component.KEY, U64.MAX - 7, 7, 0, 1, "k", 0, 8, 8).tokenEnd())
        .isEqualTo(U64.MAX);
    assertRejected(
        () -> range(Component.KEY, U64.MAX - 7, 8, 0, 1, "k", 0, 8, 8),
        RejectionCategory.RANGE,
        "/token_start",
        "exceeds 2^64-1");
    assertRejected(
        () -> range(Component.KEY, 0, 1, U64.MAX, 1, "k", 0, 8, 8),
        RejectionCategory.RANGE,
        "/head_start",
        "exceeds 2^64-1");
  }

  @Test
  void placesAVector() {
    assertThat(range(Component.KEY, 5, 10, 2, 2, "k", 100, 32, 9).offset(8, 3))
        .isEqualTo(100 + 3 * 32 + 9);
  }
}
