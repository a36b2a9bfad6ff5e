package io.kvreshard.core.paged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingJsonTest {
  private static final Draft DRAFT = RightDraft.create();
  private static final PagedBinding BINDING = DRAFT.create();

  @Test
  void theDocumentIsTheContractsExtension() {
    String content =
        """
        {"instance_id":"process-1","operation_id":"job/1/0/default",\
        "page_tables":[{"id":"pages","page_tokens":16,"pages":[4,9,11]}],"participant_id":"rank",\
        "placement_digest":"%s","placement_id":"%s",\
        "regions":[{"nbytes":18432,"region_id":"memory"}],"resource_id":"resource","revision":"7",\
        "schema":"kvreshard-paged-binding/v1","snapshot_digest":"%s","snapshot_id":"%s","tensors":[\
        {"base":0,"component":"key","head_stride":8,"heads":{"count":2,"start":2},"layer":5,\
        "page_stride":1536,"page_table":"pages","region":"memory","token_stride":48},\
        {"base":16,"component":"key","head_stride":8,"heads":{"count":4,"start":4},"layer":5,\
        "page_stride":1536,"page_table":"pages","region":"memory","token_stride":48},\
        {"base":768,"component":"value","head_stride":8,"heads":{"count":6,"start":2},"layer":5,\
        "page_stride":1536,"page_table":"pages","region":"memory","token_stride":48}],"windows":[\
        {"first_page":0,"first_slot":0,"page_table":"pages","token_count":20,"token_start":100},\
        {"first_page":2,"first_slot":6,"page_table":"pages","token_count":10,"token_start":120}]}"""
            .formatted(
                DRAFT.placement().digest(),
                DRAFT.placement().id(),
                DRAFT.snapshot().digest(),
                DRAFT.snapshot().id());
    String digest = Sha256.hex(content);
    assertThat(BINDING.digest()).isEqualTo(digest);
    assertThat(BINDING.toJson())
        .isEqualTo("{\"digest\":\"" + digest + "\"," + content.substring(1));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (int seed = 0; seed < 200; seed++) {
      Draft draft = RandomDraft.legal(new Random(seed));
      PagedBinding binding = draft.create();
      PagedBinding read =
          PagedBinding.fromJson(
              binding.toJson(), draft.operationId(), draft.placement(), draft.snapshot());
      assertThat(read).isEqualTo(binding).hasSameHashCodeAs(binding);
      assertThat(read.toJson()).isEqualTo(binding.toJson());
    }
  }

  @Test
  void theOrderOfListsIsNotContent() {
    Draft reversed = DRAFT.tensors(DRAFT.tensors().reversed()).windows(DRAFT.windows().reversed());
    assertThat(reversed.create()).isEqualTo(BINDING);
    assertThat(reversed.operation("job/2/0/default").create()).isNotEqualTo(BINDING);
  }

  @ParameterizedTest(name = "{0} -> {1}: {3}")
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'\"process-1\"', '\"process-2\"', IDENTITY, /digest",
        "'\"process-1\"', '\"\"', STRING, /instance_id",
        "'job/1', 'job/2', IDENTITY, /operation_id",
        "'binding/v1', 'binding/v2', IDENTITY, /schema",
        "'\"revision\":\"7\"', '\"revision\":\"8\"', IDENTITY, /revision",
        "'\"pages\":[4,', '\"pages\":[4.0,', INTEGER, /page_tables/0/pages/0",
        "'\"pages\":[4,', '\"pages\":[4294967296,', RANGE, /page_tables/0/pages",
        "'\"page_tokens\":16', '\"page_tokens\":2147483648', RANGE, /page_tables/0/page_tokens",
        "'\"page_tokens\":16', '\"page_tokens\":0', RANGE, /page_tables/0",
        "'\"component\":\"value\"', '\"component\":\"query\"', ENUM, /tensors/2/component",
        "'\"nbytes\":18432,', '', FIELDS, /regions/0",
        "'\"nbytes\":18432,', '\"address\":1,\"nbytes\":18432,', FIELDS, /regions/0",
        "'\"first_slot\":6', '\"first_slot\":-6', RANGE, /windows/1/first_slot",
        "'\"heads\":{\"count\":2,', '\"heads\":{', FIELDS, /tensors/0/heads"
      })
  void anyChangeIsNoticed(String from, String to, RejectionCategory category, String pointer) {
    String changed = BINDING.toJson().replaceFirst(Pattern.quote(from), to);
    assertThat(changed).isNotEqualTo(BINDING.toJson());
    assertThatThrownBy(
            () ->
                PagedBinding.fromJson(
                    changed, DRAFT.operationId(), DRAFT.placement(), DRAFT.snapshot()))
        .isInstanceOfSatisfying(
            RejectedException.class,
            e -> {
              assertThat(e.category()).isEqualTo(category);
              assertThat(e.rejection().pointer()).startsWith(pointer);
            });
  }
}
