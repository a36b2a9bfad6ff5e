package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.U64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotTest {
  private static final String TOKENS = "a".repeat(64);
  private static final String SEMANTICS = "b".repeat(64);

  @Test
  void saysWhatItIs() {
    Snapshot snapshot = Snapshot.create("n", "r", "m", "v", 7, 9, TOKENS, SEMANTICS);
    assertThat(snapshot.namespace()).isEqualTo("n");
    assertThat(snapshot.resourceId()).isEqualTo("r");
    assertThat(snapshot.modelId()).isEqualTo("m");
    assertThat(snapshot.modelRevision()).isEqualTo("v");
    assertThat(snapshot.tokenStart()).isEqualTo(7);
    assertThat(snapshot.tokenCount()).isEqualTo(9);
    assertThat(snapshot.tokenEnd()).isEqualTo(16);
    assertThat(snapshot.tokenFingerprint()).isEqualTo(TOKENS);
    assertThat(snapshot.semanticFingerprint()).isEqualTo(SEMANTICS);
    assertThat(snapshot)
        .hasToString("Snapshot[" + snapshot.id() + "]")
        .isEqualTo(Snapshot.fromJson(snapshot.toJson()))
        .hasSameHashCodeAs(Snapshot.fromJson(snapshot.toJson()))
        .isNotEqualTo(Snapshot.create("n", "r", "m", "v", 7, 8, TOKENS, SEMANTICS))
        .isNotEqualTo(snapshot.id());
  }

  @Test
  void isReadOnlyIfItsIdentityIsRight() {
    Snapshot snapshot = Snapshot.create("n", "r", "m", "v", 7, 9, TOKENS, SEMANTICS);
    String text = snapshot.toJson();
    assertThatThrownBy(() -> Snapshot.fromJson(text.replace(snapshot.id(), "sha256:" + TOKENS)))
        .hasMessageContaining("/snapshot_id");
    assertThatThrownBy(
            () -> Snapshot.fromJson(text.replace("\"" + snapshot.digest(), "\"" + TOKENS)))
        .hasMessageContaining("/snapshot_digest");
    assertThatThrownBy(() -> Snapshot.fromJson(text.replace("kv_cache", "weights")))
        .hasMessageContaining("/resource_kind");
  }

  @ParameterizedTest
  @CsvSource({
    "'',r,m,v,1,a,b,/namespace",
    "n,'',m,v,1,a,b,/resource_id",
    "n,r,'',v,1,a,b,/model_id",
    "n,r,m,'',1,a,b,/model_revision",
    "n,r,m,v,0,a,b,/token_count",
    "n,r,m,v,1,A,b,/token_fingerprint",
    "n,r,m,v,1,a,g,/semantic_fingerprint"
  })
  void refusesWhatIsMissing(
      String namespace,
      String resource,
      String model,
      String revision,
      long tokens,
      String tokenDigit,
      String semanticDigit,
      String pointer) {
    assertThatThrownBy(
            () ->
                Snapshot.create(
                    namespace,
                    resource,
                    model,
                    revision,
                    0,
                    tokens,
                    tokenDigit.repeat(64),
                    semanticDigit.repeat(64)))
        .isInstanceOfSatisfying(
            RejectedException.class, e -> assertThat(e.rejection().pointer()).isEqualTo(pointer));
  }

  @Test
  void itsTokensEndWhereNumbersEnd() {
    assertThat(Snapshot.create("n", "r", "m", "v", 1, U64.MAX - 1, TOKENS, SEMANTICS).tokenEnd())
        .isEqualTo(U64.MAX);
    assertThatThrownBy(() -> Snapshot.create("n", "r", "m", "v", 2, U64.MAX - 1, TOKENS, SEMANTICS))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/token_start");
  }
}
