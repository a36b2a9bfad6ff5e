package io.kvreshard.core.paged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One broken rule at a time. */
class PagedBindingTest {
  private static final Draft RIGHT = RightDraft.create();

  @Test
  void theRightOneIsAccepted() {
    assertThatCode(RIGHT::create).doesNotThrowAnyException();
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        arguments(RIGHT.operation(""), RejectionCategory.STRING, "operation_id"),
        arguments(RIGHT.instance(""), RejectionCategory.STRING, "instance_id"),
        arguments(RIGHT.participant("nobody"), RejectionCategory.UNKNOWN_REF, "nobody"),
        arguments(RIGHT.participant("idle"), RejectionCategory.COVERAGE, "owns no layers"),
        arguments(
            RIGHT.tensor(1, t -> withHeads(t, 4, 3)),
            RejectionCategory.COVERAGE,
            "layer 5 key: the tensors cover heads [2, 7), participant \"rank\" owns [2, 8)"),
        arguments(
            RIGHT.tensor(1, t -> withHeads(t, 5, 3)),
            RejectionCategory.COVERAGE,
            "tensor of layer 5 key heads [5, 8): the heads must go on at head 4, so heads before it are not covered"),
        arguments(
            RIGHT.tensor(1, t -> withHeads(t, 3, 5)), RejectionCategory.COVERAGE, "covered twice"),
        arguments(
            RIGHT.tensors(RIGHT.tensors().subList(0, 2)),
            RejectionCategory.COVERAGE,
            "layer 5 value: the tensors cover heads [2, 2)"),
        arguments(
            RIGHT.tensor(0, t -> ofLayer(t, 6)),
            RejectionCategory.UNKNOWN_REF,
            "does not own this layer"),
        arguments(
            RIGHT.tensor(0, t -> in(t, "nowhere", t.pageTable())),
            RejectionCategory.UNKNOWN_REF,
            "no region \"nowhere\""),
        arguments(
            RIGHT.tensor(0, t -> in(t, t.region(), "none")),
            RejectionCategory.UNKNOWN_REF,
            "no page table \"none\""),
        arguments(
            RIGHT.regions(List.of(RIGHT.regions().getFirst(), RIGHT.regions().getFirst())),
            RejectionCategory.DUPLICATE_ID,
            "region \"memory\" is listed twice"),
        arguments(
            RIGHT.tables(List.of(RIGHT.pageTables().getFirst(), RIGHT.pageTables().getFirst())),
            RejectionCategory.DUPLICATE_ID,
            "page table \"pages\" is listed twice"),
        arguments(
            RIGHT.window(0, w -> new Window(101, 19, "pages", 0, 0)),
            RejectionCategory.COVERAGE,
            "window [101, 120) of page table \"pages\": the table's tokens must go on at token 100, so tokens before it are not covered"),
        arguments(
            RIGHT.window(0, w -> new Window(99, 21, "pages", 0, 0)),
            RejectionCategory.COVERAGE,
            "lie before the snapshot"),
        arguments(
            RIGHT.window(1, w -> new Window(119, 11, "pages", 2, 0)),
            RejectionCategory.COVERAGE,
            "covered twice"),
        arguments(
            RIGHT.window(1, w -> new Window(120, 9, "pages", 2, 0)),
            RejectionCategory.COVERAGE,
            "page table \"pages\": its windows end at token 129, the snapshot at token 130"),
        arguments(
            RIGHT.window(1, w -> new Window(120, 10, "none", 2, 0)),
            RejectionCategory.UNKNOWN_REF,
            "no such page table"),
        arguments(
            RIGHT.window(1, w -> new Window(120, 10, "pages", 2, 16)),
            RejectionCategory.GEOMETRY,
            "begins at page index 2, slot 16"),
        arguments(
            RIGHT.window(1, w -> new Window(120, 10, "pages", 3, 0)),
            RejectionCategory.GEOMETRY,
            "begins at page index 3"),
        arguments(
            RIGHT.window(1, w -> new Window(120, 10, "pages", 2, 7)),
            RejectionCategory.GEOMETRY,
            "needs 10 slots from page index 2, slot 7 on, but the table has only 9 left"),
        arguments(
            RIGHT.window(1, w -> new Window(120, 10, "pages", 1, 3)),
            RejectionCategory.GEOMETRY,
            "slot 3 of page 9 would hold two tokens"),
        arguments(
            RIGHT.tables(List.of(new PageTable("pages", 16, new int[] {4, 9, 4}))),
            RejectionCategory.GEOMETRY,
            "slot 6 of page 4 would hold two tokens"),
        arguments(
            RIGHT.tensor(0, t -> Draft.strides(t, -1, 1, 1, 1)),
            RejectionCategory.GEOMETRY,
            "beyond 2^63"),
        arguments(
            RIGHT.tensor(0, t -> Draft.strides(t, t.base(), Long.MIN_VALUE, 1, 1)),
            RejectionCategory.GEOMETRY,
            "beyond 2^63"),
        arguments(
            RIGHT.tensor(0, t -> Draft.strides(t, t.base(), Long.MAX_VALUE / 4, 1, 1)),
            RejectionCategory.GEOMETRY,
            "beyond 2^63"),
        arguments(
            RIGHT.regions(List.of(new Region("memory", 16_000))),
            RejectionCategory.GEOMETRY,
            "region \"memory\" has 16000 bytes"),
        arguments(
            RIGHT.tensor(0, t -> Draft.strides(t, t.base(), t.pageStride(), t.tokenStride(), 7)),
            RejectionCategory.GEOMETRY,
            "both use byte"),
        arguments(
            RIGHT.tensor(2, t -> Draft.strides(t, 0, t.pageStride(), t.tokenStride(), 8)),
            RejectionCategory.GEOMETRY,
            "tensor of layer 5 value heads [2, 8) and tensor of layer 5 key heads [2, 4) both use byte 6144 of region \"memory\""));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("broken")
  void everyRuleIsNamed(Draft draft, RejectionCategory category, String message) {
    assertThatThrownBy(draft::create)
        .isInstanceOfSatisfying(
            RejectedException.class, e -> assertThat(e.category()).isEqualTo(category))
        .hasMessageContaining(message);
  }

  @Test
  void scalarsAreBounded() {
    assertThatThrownBy(() -> new Region("r", 0)).hasMessageContaining("nbytes");
    assertThatThrownBy(() -> new Region("r", -1)).hasMessageContaining("nbytes");
    assertThatThrownBy(() -> new PageTable("t", 0, new int[] {1}))
        .hasMessageContaining("page_tokens");
    assertThatThrownBy(() -> new PageTable("t", 1, new int[0])).hasMessageContaining("0 pages");
    assertThatThrownBy(() -> new PageTable("t", 1, new int[PageTable.MAX_PAGES + 1]))
        .hasMessageContaining("limit");
    assertThatThrownBy(() -> new Window(0, 0, "t", 0, 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Window(-1, 2, "t", 0, 0)).hasMessageContaining("below 2^64");
    assertThatThrownBy(() -> new Window(0, 1, "t", -1, 0)).hasMessageContaining("first_page");
    assertThatThrownBy(() -> withHeads(RIGHT.tensors().getFirst(), 0, 0))
        .hasMessageContaining("heads");
  }

  @Test
  void strideOfASingleHeadIsNeverUsed() {
    List<Tensor> split = new ArrayList<>();
    for (Tensor t : RIGHT.tensors()) {
      for (long head = t.headStart(); head < t.headEnd(); head++) {
        split.add(
            Draft.strides(
                withHeads(t, head, 1),
                t.base() + (head - t.headStart()) * t.headStride(),
                t.pageStride(),
                t.tokenStride(),
                -1));
      }
    }
    assertThatCode(RIGHT.tensors(split)::create).doesNotThrowAnyException();
  }

  private static Tensor withHeads(Tensor t, long start, long count) {
    return new Tensor(
        t.layer(),
        t.component(),
        t.pageTable(),
        t.region(),
        t.base(),
        t.pageStride(),
        t.tokenStride(),
        t.headStride(),
        start,
        count);
  }

  private static Tensor ofLayer(Tensor t, long layer) {
    return new Tensor(
        layer,
        t.component(),
        t.pageTable(),
        t.region(),
        t.base(),
        t.pageStride(),
        t.tokenStride(),
        t.headStride(),
        t.headStart(),
        t.headCount());
  }

  private static Tensor in(Tensor t, String region, String pageTable) {
    return new Tensor(
        t.layer(),
        t.component(),
        pageTable,
        region,
        t.base(),
        t.pageStride(),
        t.tokenStride(),
        t.headStride(),
        t.headStart(),
        t.headCount());
  }
}
