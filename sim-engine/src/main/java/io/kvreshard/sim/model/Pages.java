package io.kvreshard.sim.model;

import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.PageTable;
import io.kvreshard.proto.runtime.v1.Window;
import java.util.Arrays;
import java.util.Random;

/**
 * Which slots of an engine's pages hold which tokens of its one snapshot: the concatenation of some
 * sequences, each in pages of its own, scattered over the pool and beginning in the middle of a
 * page. All processes of an engine compute the same from the same numbers.
 */
public final class Pages {
  /** Name of the one cache group. */
  public static final String GROUP = "default";

  /** Id of the one page table. */
  public static final String TABLE = "kv";

  /** {@link #tokenAt} of a slot that holds none. */
  public static final int UNUSED = -1;

  private final int pageTokens;
  private final int poolPages;
  private final int[] slotOf;
  private final int[] tokenAt;
  private final GroupPages proto;

  /**
   * The pages of a snapshot.
   *
   * @param tokenStart the snapshot's first token position
   * @param tokens of all sequences together
   * @param sequences how many
   * @param pageTokens tokens of a page
   * @param poolPages pages of the engine; 0: half as many again as needed
   * @param seed of everything that is scattered
   */
  public Pages(
      long tokenStart, int tokens, int sequences, int pageTokens, int poolPages, long seed) {
    if (sequences < 1 || sequences > tokens || pageTokens < 1) {
      throw new IllegalArgumentException(
          "%d tokens in %d sequences on pages of %d: all must be at least 1, with a token for each"
              .formatted(tokens, sequences, pageTokens));
    }
    Random random = new Random(seed);
    int[] lengths = lengths(tokens, sequences, random);
    int[] firstSlots = random.ints(sequences, 0, pageTokens).toArray();
    int needed = 0;
    for (int s = 0; s < sequences; s++) {
      needed += (firstSlots[s] + lengths[s] + pageTokens - 1) / pageTokens;
    }
    this.pageTokens = pageTokens;
    this.poolPages = poolPages == 0 ? needed + needed / 2 + 1 : poolPages;
    if (this.poolPages < needed) {
      throw new IllegalArgumentException(
          "the snapshot needs %d pages, the pool has %d".formatted(needed, this.poolPages));
    }
    int[] pages = Arrays.copyOf(shuffled(this.poolPages, random), needed);
    this.slotOf = new int[tokens];
    this.tokenAt = new int[Math.multiplyExact(this.poolPages, pageTokens)];
    Arrays.fill(tokenAt, UNUSED);
    GroupPages.Builder group = GroupPages.newBuilder().setGroup(GROUP);
    PageTable.Builder table = PageTable.newBuilder().setId(TABLE).setPageTokens(pageTokens);
    Arrays.stream(pages).forEach(table::addPages);
    group.addPageTables(table);
    int page = 0;
    int token = 0;
    for (int s = 0; s < sequences; s++) {
      group.addWindows(
          Window.newBuilder()
              .setTokenStart(tokenStart + token)
              .setTokenCount(lengths[s])
              .setPageTable(TABLE)
              .setFirstPage(page)
              .setFirstSlot(firstSlots[s]));
      for (int i = 0; i < lengths[s]; i++, token++) {
        int slot = firstSlots[s] + i;
        slotOf[token] = pages[page + slot / pageTokens] * pageTokens + slot % pageTokens;
        tokenAt[slotOf[token]] = token;
      }
      page += (firstSlots[s] + lengths[s] + pageTokens - 1) / pageTokens;
    }
    this.proto = group.build();
  }

  private static int[] lengths(int tokens, int sequences, Random random) {
    int[] lengths = new int[sequences];
    int left = tokens;
    for (int s = 0; s < sequences - 1; s++) {
      int others = sequences - 1 - s;
      lengths[s] = 1 + random.nextInt(Math.max(1, 2 * (left - others) / (others + 1)));
      lengths[s] = Math.min(lengths[s], left - others);
      left -= lengths[s];
    }
    lengths[sequences - 1] = left;
    return lengths;
  }

  private static int[] shuffled(int count, Random random) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }

  public int pageTokens() {
    return pageTokens;
  }

  /** Pages of the engine, used or not. */
  public int poolPages() {
    return poolPages;
  }

  public int tokens() {
    return slotOf.length;
  }

  /** Tokens that the engine could still take. */
  public long freeTokens() {
    return (long) (poolPages - proto.getPageTables(0).getPagesCount()) * pageTokens;
  }

  /** Slot {@code page · pageTokens + slot in the page} of the snapshot's token at this index. */
  public int slotOf(int index) {
    return slotOf[index];
  }

  /** Index of the token in a slot, or {@link #UNUSED}. */
  public int tokenAt(int slot) {
    return tokenAt[slot];
  }

  /** The same as the runtime protocol says it. */
  public GroupPages proto() {
    return proto;
  }
}
