package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;

/** Reads the objects of a binding's lists. */
final class GeometryReader {
  private static final FieldSet PAGE_TABLE = FieldSet.of("id", "page_tokens", "pages");
  private static final FieldSet REGION = FieldSet.of("nbytes", "region_id");
  private static final FieldSet TENSOR =
      FieldSet.of(
          "base",
          "component",
          "head_stride",
          "heads",
          "layer",
          "page_stride",
          "page_table",
          "region",
          "token_stride");
  private static final FieldSet HEADS = FieldSet.of("count", "start");
  private static final FieldSet WINDOW =
      FieldSet.of("first_page", "first_slot", "page_table", "token_count", "token_start");

  private static final long U32_MAX = (1L << Integer.SIZE) - 1;

  private GeometryReader() {}

  static PageTable pageTable(JsonReader in) {
    String id = "";
    int pageTokens = 0;
    int[] pages = {};
    for (String field = in.beginObject(PAGE_TABLE); field != null; field = in.nextField()) {
      switch (field) {
        case "id" -> id = in.string();
        case "page_tokens" -> pageTokens = atMost(in.u64(), Integer.MAX_VALUE);
        case "pages" -> pages = pages(in);
        default -> throw in.unhandled(field);
      }
    }
    return new PageTable(id, pageTokens, pages);
  }

  static Region region(JsonReader in) {
    String id = "";
    long bytes = 0;
    for (String field = in.beginObject(REGION); field != null; field = in.nextField()) {
      switch (field) {
        case "nbytes" -> bytes = in.u64();
        case "region_id" -> id = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new Region(id, bytes);
  }

  static Tensor tensor(JsonReader in) {
    long base = 0;
    Component component = Component.KEY;
    long headStride = 0;
    long[] heads = {};
    long layer = 0;
    long pageStride = 0;
    String pageTable = "";
    String region = "";
    long tokenStride = 0;
    for (String field = in.beginObject(TENSOR); field != null; field = in.nextField()) {
      switch (field) {
        case "base" -> base = in.u64();
        case "component" -> component = component(in.string());
        case "head_stride" -> headStride = in.u64();
        case "heads" -> heads = heads(in);
        case "layer" -> layer = in.u64();
        case "page_stride" -> pageStride = in.u64();
        case "page_table" -> pageTable = in.string();
        case "region" -> region = in.string();
        case "token_stride" -> tokenStride = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new Tensor(
        layer,
        component,
        pageTable,
        region,
        base,
        pageStride,
        tokenStride,
        headStride,
        heads[0],
        heads[1]);
  }

  static Window window(JsonReader in) {
    int firstPage = 0;
    int firstSlot = 0;
    String pageTable = "";
    long tokenCount = 0;
    long tokenStart = 0;
    for (String field = in.beginObject(WINDOW); field != null; field = in.nextField()) {
      switch (field) {
        case "first_page" -> firstPage = atMost(in.u64(), Integer.MAX_VALUE);
        case "first_slot" -> firstSlot = atMost(in.u64(), Integer.MAX_VALUE);
        case "page_table" -> pageTable = in.string();
        case "token_count" -> tokenCount = in.u64();
        case "token_start" -> tokenStart = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new Window(tokenStart, tokenCount, pageTable, firstPage, firstSlot);
  }

  private static int[] pages(JsonReader in) {
    long[] wide = in.u64s(PageTable.MAX_PAGES);
    int[] pages = new int[wide.length];
    for (int i = 0; i < wide.length; i++) {
      pages[i] = atMost(wide[i], U32_MAX);
    }
    return pages;
  }

  /** {@code [start, count]}. */
  private static long[] heads(JsonReader in) {
    long count = 0;
    long start = 0;
    for (String field = in.beginObject(HEADS); field != null; field = in.nextField()) {
      switch (field) {
        case "count" -> count = in.u64();
        case "start" -> start = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new long[] {start, count};
  }

  private static Component component(String wire) {
    for (Component component : Component.values()) {
      if (component.wire().equals(wire)) {
        return component;
      }
    }
    throw new RejectedException(
        RejectionCategory.ENUM,
        "",
        "component %s is neither \"key\" nor \"value\"".formatted(Quoted.of(wire)));
  }

  private static int atMost(long value, long bound) {
    if (!U64.le(value, bound)) {
      throw Rule.range("", "%s exceeds %d".formatted(U64.text(value), bound));
    }
    return (int) value;
  }
}
