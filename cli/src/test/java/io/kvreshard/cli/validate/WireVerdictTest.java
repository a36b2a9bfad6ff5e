package io.kvreshard.cli.validate;

import static io.kvreshard.cli.testing.Cli.change;
import static io.kvreshard.cli.wire.WireKind.PAGED_BINDING;
import static io.kvreshard.cli.wire.WireKind.PLACEMENT;
import static io.kvreshard.cli.wire.WireKind.PLAN;
import static io.kvreshard.cli.wire.WireKind.RESOLVED_BINDING;
import static io.kvreshard.cli.wire.WireKind.RUNTIME_BINDING;
import static io.kvreshard.cli.wire.WireKind.RUNTIME_TRANSFER;
import static io.kvreshard.cli.wire.WireKind.SNAPSHOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import io.kvreshard.cli.testing.Wires;
import io.kvreshard.cli.wire.WireKind;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents of the wire contract that are judged together with others. */
class WireVerdictTest {
  @TempDir Path folder;

  @Test
  void documentsOneALineAreJudgedWithThoseTheyReferTo() {
    var kinds = List.of(WireKind.values()).reversed();
    var result = Cli.run("validate", file(kinds.stream().map(Wires::text).toArray(String[]::new)));
    assertThat(result.status()).as(result.out()).isZero();
    assertThat(result.out().lines().filter(line -> line.endsWith(": ok")))
        .extracting(line -> line.replaceFirst(".*:(?=\\d)", ""))
        .containsExactlyElementsOf(
            kinds.stream()
                .map(kind -> "%d: %s: ok".formatted(kinds.indexOf(kind) + 1, kind))
                .toList());
    assertThat(result.out())
        .contains("plan_digest: ", "buffers: 2", "writes: 64", "bytes: 8192", "10 ok, 0 invalid");
  }

  @ParameterizedTest
  @CsvSource({
    "RUNTIME_BINDING,  /placement_digest",
    "RESOLVED_BINDING, /binding/placement_digest",
    "PAGED_BINDING,    /placement_digest"
  })
  void aBindingAloneIsNotEnough(WireKind kind, String pointer) {
    assertThat(invalid(Wires.text(kind)))
        .contains(pointer + " [unknown_ref]: no valid placement of digest", "name the file");
    assertThat(invalid(Wires.text(kind), Wires.text(PLACEMENT)))
        .contains(pointer.replace("placement", "snapshot") + " [unknown_ref]: no valid snapshot");
  }

  @Test
  void theyComeFromAnyFileAndFromPlansInIt() {
    var bindings =
        Stream.of(RUNTIME_BINDING, RESOLVED_BINDING, PAGED_BINDING)
            .map(Wires::text)
            .toArray(String[]::new);
    var transfer = Cli.file(folder, "transfer.json", Wires.text(RUNTIME_TRANSFER));
    assertThat(Cli.run("validate", file(bindings), transfer).out()).contains("4 ok, 0 invalid");
  }

  @Test
  void buffersNeedNotSayWhichSnapshotTheyHold() {
    var binding =
        Wires.text(RUNTIME_BINDING).replaceAll("\"(snapshot_\\w+)\":\"[^\"]*\"", "\"$1\":null");
    assertThat(Cli.run("validate", file(binding, Wires.text(PLACEMENT))).out())
        .contains("2 ok, 0 invalid");
  }

  @Test
  void aBindingMustFitItsPlacementAndSnapshot() {
    var buffers = change(Wires.text(RUNTIME_BINDING), "\"dp0-pp0-tp0\"", "\"nobody\"");
    assertThat(invalid(buffers, Wires.text(PLACEMENT), Wires.text(SNAPSHOT)))
        .contains("/participant_id [unknown_ref]: participant \"nobody\" is not in placement");
    var whole = ResolvedBinding.fromJson(Wires.text(RESOLVED_BINDING));
    var half =
        new ResolvedBinding(
            whole.operationId(),
            whole.header(),
            whole.snapshot(),
            whole.regions(),
            whole.ranges().subList(0, 1));
    assertThat(invalid(half.toJson(), Wires.text(PLACEMENT), Wires.text(SNAPSHOT)))
        .contains("/binding/ranges [coverage]: ranges of 1 of the 2 keys and values");
    assertThat(invalid(change(Wires.text(RESOLVED_BINDING), "\"op\"", "\"po\"")))
        .contains("/digest [identity]: digest is ");
  }

  /** CONTRACT §6: the plan says who sends to whom, and both ends have buffers. */
  @Test
  void buffersAreJoinedWithAPlanOfOneWriter() {
    var source = Wires.text(RUNTIME_BINDING);
    var target = Wires.buffers(2, "dp0-pp0-tp1").toJson();
    var joined = Cli.run("validate", file(source, target, Wires.text(PLAN)));
    assertThat(joined.out())
        .contains("buffers: 2\n    moves: 1\n    edges: 2\n    full_row_edges: 0\n");
    var elsewhere = target.replaceFirst("\"endpoint\":\"[^\"]+", "\"endpoint\":\"elsewhere");
    assertThat(invalid(source, elsewhere, Wires.text(PLAN)))
        .contains("[plan]: the target's buffers are at endpoints \"elsewhere\" and \"tp2/dp0");
    var other = target.replaceAll("\"(snapshot_\\w+)\":\"[^\"]*\"", "\"$1\":null");
    assertThat(Cli.run("validate", file(source, other, Wires.text(PLAN))).out())
        .contains("3 ok")
        .doesNotContain("moves");
  }

  @Test
  void aTransferStaysWithinTheReceiversLimits() {
    var text = Wires.text(RUNTIME_TRANSFER);
    var upstreams = "\"max_operations\":1000000";
    var ours = file(change(text, upstreams, "\"max_operations\":16777216"));
    assertThat(Cli.run("validate", ours).status()).isZero();
    assertThat(Cli.run("validate", "--profile", "compatible", ours).out())
        .contains("/limits/max_operations [limit]: max_operations is 16777216, the receiver");
    assertThat(invalid(change(text, upstreams, "\"max_operations\":16777217")))
        .contains("/limits/max_operations [limit]");
  }

  @Test
  void aTransferIsRefusedForWhatIsInIt() {
    var text = Wires.text(RUNTIME_TRANSFER);
    assertThat(invalid(change(text, "\"op\"", "\"po\"")))
        .contains("/source_bindings/0/binding/operation_id [identity]");
    assertThat(invalid(text.replaceFirst("\\\\\"head_count\\\\\":1", "\\\\\"head_count\\\\\":-1")))
        .contains("/logical_plans/0/edges/0/head_count [range]");
  }

  private String invalid(String... texts) {
    var result = Cli.run("validate", file(texts));
    assertThat(result.status()).as(result.out()).isOne();
    return result.out();
  }

  private String file(String... texts) {
    return Cli.file(folder, "given.json", Stream.of(texts).collect(Collectors.joining("\n")));
  }
}
