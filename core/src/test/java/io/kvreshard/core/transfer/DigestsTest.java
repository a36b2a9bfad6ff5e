package io.kvreshard.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Sha256;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DigestsTest {
  private static final String A = "a".repeat(64);
  private static final String B = "b".repeat(64);
  private static final OperationId OPERATION = new OperationId("5f0c", 2, 0);

  @Test
  void transferNamesItsDocumentsInTheContractsOrder() {
    assertThat(TransferDigest.of(OPERATION.group("default"), List.of(A), List.of(B, A), List.of(B)))
        .isEqualTo(
            Sha256.hex(
                """
                {"operation_id":"5f0c/2/0/default","plans":["%s"],\
                "schema":"kvreshard-runtime-transfer/v1","sources":["%s","%s"],"targets":["%s"]}"""
                    .formatted(A, B, A, B)));
  }

  @Test
  void transferNeedsDigestsOfAllKinds() {
    assertThatThrownBy(() -> TransferDigest.of("o", List.of(), List.of(A), List.of(A)))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/plans");
    assertThatThrownBy(() -> TransferDigest.of("o", List.of(A), List.of(A, "A"), List.of(A)))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/sources/1");
    assertThatThrownBy(() -> TransferDigest.of("", List.of(A), List.of(A), List.of(A)))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/operation_id");
  }

  @Test
  void jobListsItsGroupsByCodePoint() {
    assertThat(JobDigest.of(OPERATION, Map.of("draft", A, "Main", B)))
        .isEqualTo(
            Sha256.hex(
                """
                {"groups":[{"name":"Main","transfer_digest":"%s"},\
                {"name":"draft","transfer_digest":"%s"}],"operation_id":"5f0c/2/0",\
                "schema":"kvreshard-operation-set/v1"}"""
                    .formatted(B, A)));
  }

  @Test
  void jobNeedsGroups() {
    assertThatThrownBy(() -> JobDigest.of(OPERATION, Map.of()))
        .isInstanceOf(RejectedException.class);
    assertThatThrownBy(() -> JobDigest.of(OPERATION, Map.of("default", "x")))
        .isInstanceOf(RejectedException.class);
  }
}
