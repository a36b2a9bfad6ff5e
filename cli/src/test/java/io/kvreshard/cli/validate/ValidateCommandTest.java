package io.kvreshard.cli.validate;

import static io.kvreshard.cli.testing.Cli.change;
import static io.kvreshard.cli.testing.Cli.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidateCommandTest {
  @TempDir Path folder;

  @Test
  void objectsAreValidWithTheirDigestsAndOthersAreLeftAlone() {
    var foreign = "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n";
    var result = validate(sample("job.yaml") + "---\n" + sample("snapshot.yaml") + foreign);
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .contains("KVReshardJob \"move\": ok", "KVSnapshot \"engine-2\": ok")
        .contains("groups[\"default\"].placement_digest: 2b0f2f5df8eba902")
        .contains("2 ok, 0 invalid, 1 of other kinds not looked at");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          transport: Auto       | transprot: Auto       | line 11, /spec/policy/transprot [fields]: there is no field "transprot": did you mean "transport"?
          transport: Auto       | transport: Pigeon     | line 11, /spec/policy/transport [enum]: "Pigeon" is unknown: one of
          backoffLimit: 3       | backoffLimit: 101     | line 12, /spec/backoffLimit [range]: 101 is out of bounds: at most 100
          backoffLimit: 3       | backoffLimit: "3"     | line 12, /spec/backoffLimit [integer]: an integer is needed here, not the string "3"
          {name: engine-1}      | {name: yes}           | /spec/source/snapshotRef/name [string]: a string is needed here, not true
          {name: engine-1}      | {name: engine-2}      | line 9, /spec/target/snapshotRef/name [state]: spec.target.snapshotRef.name: "engine-2" is the source itself
          {name: engine-1}      | {}                    | line 7, /spec/source/snapshotRef [fields]: field "name" is missing
          kind: KVReshardJob    | kind: KVReshardJobs   | line 2, /kind [enum]: "KVReshardJobs" is unknown: did you mean "KVReshardJob"?
          v1alpha1              | v2                    | line 1, /apiVersion [enum]: "kvreshard.io/v2" is unknown: KVReshardJob is of "kvreshard.io/v1alpha1"
          name: move            | name: Move            | line 4, /metadata/name [string]: "Move" is no name of Kubernetes
          name: move            | nmae: move            | /metadata/nmae [fields]: there is no field "nmae": did you mean "name"?
          spec:                 | specs:                | [fields]: field "spec" is missing
          transport: Auto       | transport: [          | [syntax]: this is not YAML
          transport: Auto       | transport: .nan       | /spec/policy/transport [non_finite]
          backoffLimit: 3       | spec: {}              | line 12, /spec/spec [fields]: there is no field "spec"
          """)
  void aJobIsRefusedByItsSchemaWithPlaceAndReason(String from, String to, String expected) {
    var result = validate(change(sample("job.yaml"), from, to));
    assertThat(result.status()).isOne();
    assertThat(result.out()).contains(expected).contains("0 ok, 1 invalid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          start: 4, count: 4    | start: 5, count: 3    | line 24, /spec/groups/0/placement/participants [coverage]: layer 0 of data-parallel rank 0: nobody holds heads 4..5
          tp: 1}, layers: 0-3   | tp: 2}, layers: 0-3   | [range]: rank dp0/pp0/tp2 lies outside
          layers: 0-3, heads    | layers: 0-4, heads    | /spec/groups/0/placement/participants/0/layers [unknown_ref]
          layers: 0-3, heads    | layers: 0-, heads     | /spec/groups/0/placement/participants/0/layers [string]: "0-" is not layers as ranges
          {id: tp1              | {id: tp0              | line 26, /spec/groups/0/placement/participants/1/id [duplicate_id]
          ordinal: 0            | ordinal: 1            | [state]: replica.ordinal must be below replica.count
          aaaaaaaa"             | aaaaaaaA"             | line 17, /spec/groups/0/snapshot/tokenFingerprint [sha256]
          tokenCount: 1000      | tokenCount: 0         | line 16, /spec/groups/0/snapshot/tokenCount [range]
          tokenCount: 1000      | tokenCount: 99999999999999999999 | /spec/groups/0/snapshot/tokenCount [range]
          placement:            | placementRef:         | [fields]: field "configMap" is missing
          - name: default       | - name: default@      | line 9, /spec/groups/0/name [string]
          """)
  void aSnapshotIsRefusedByItsSchemaOrTheContract(String from, String to, String expected) {
    var result = validate(change(sample("snapshot.yaml"), from, to));
    assertThat(result.status()).isOne();
    assertThat(result.out()).contains(expected);
  }

  @Test
  void digestsInAStatusMustBeThoseOfTheSpec() {
    var status =
        """
        status:
          groups:
            - {name: default, snapshotId: "sha256:%1$s", snapshotDigest: "%1$s", placementId: "sha256:%1$s", placementDigest: "%1$s"}
        """
            .formatted("0".repeat(64));
    assertThat(validate(sample("snapshot.yaml") + status).out())
        .contains("/status/groups/0/snapshotId [identity]: the status says sha256:000");
  }

  @Test
  void everyProblemOfAnObjectIsSaidAndMachinesGetFields() {
    var text =
        change(change(sample("job.yaml"), "Auto", "Pigeon"), "backoffLimit: 3", "backofLimit: 3");
    var file = Cli.file(folder, "bad.yaml", text);
    assertThat(Cli.run("validate", "-o", "json", file).out())
        .contains("\"verdict\" : \"invalid\"")
        .contains("\"pointer\" : \"/spec/policy/transport\"")
        .contains("\"category\" : \"enum\"")
        .contains("\"pointer\" : \"/spec/backofLimit\"")
        .contains("\"line\" : 12")
        .contains("\"invalid\" : 1");
  }

  @Test
  void aListOfKubectlIsJudgedItemByItem() {
    var job = sample("job.yaml").indent(4).stripTrailing();
    var list = "apiVersion: v1\nkind: List\nitems:\n  -\n" + job + "\n";
    assertThat(validate(list).out()).contains(":5: KVReshardJob \"move\": ok");
    assertThat(validate(change(list, "limit: 3".replace('l', 'L'), "limit: -1")).status()).isOne();
  }

  @Test
  void aFileThatIsNotThereIsNotInvalid() {
    var result = Cli.run("validate", folder.resolve("none.yaml").toString());
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("none.yaml: there is no such file").doesNotContain("\tat ");
    assertThat(Cli.run("validate", folder.toString()).err()).contains("is a directory");
    assertThat(Cli.run("validate").status()).isEqualTo(2);
  }

  @Test
  void helpSaysWhatTheStatusMeans() {
    assertThat(validate("# nothing\n").out()).contains("[syntax]: there is no document in it");
    assertThat(Cli.run("validate", "--help").out()).contains("Exit status:", "Examples:");
  }

  @Test
  void theKindOfADocumentCanBeSaid() {
    var file = Cli.file(folder, "x.json", "{\"resource_kind\":\"kv_cache\"}");
    assertThat(Cli.run("validate", "--kind", "placement", file).out())
        .contains("x.json:1: placement: INVALID", "[fields]");
    assertThat(validate("{\"a\":1}").out()).contains("name its kind with --kind");
    assertThat(validate("[1]").out()).contains("[not_object]: an object is needed");
    assertThat(validate("{\"a\":1").out()).contains("[syntax]");
    assertThat(Cli.run("validate", "--kind", "poem", file).status()).isEqualTo(2);
  }

  @Test
  void upstreamsLimitsAreTighter() {
    var options = "placement generate --layers 126 --kv-heads 128 --tp 128 --dp 4 -o wire";
    var file = Cli.file(folder, "large.json", Cli.run(options.split(" ", -1)).out());
    assertThat(Cli.run("validate", file).status()).isZero();
    assertThat(Cli.run("validate", "--profile", "compatible", file).out())
        .contains("[limit]", "parts^2 * layers");
  }

  private Cli.Result validate(String text) {
    return Cli.run("validate", Cli.file(folder, "given.yaml", text));
  }
}
