package io.kvreshard.core.paged;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import java.util.Comparator;
import java.util.List;

/**
 * Where one participant's part of a snapshot lies in one process's memory, for one operation
 * (DESIGN §3, "Paged binding").
 *
 * <p>A binding exists only if it is right: its tensors cover every head of every (layer, component)
 * of the part exactly once, its windows every token of the snapshot exactly once for each page
 * table, every used byte lies in its region and no byte is used twice. It holds no addresses. Equal
 * digests are equal bindings.
 */
public final class PagedBinding {
  private static final Comparator<Tensor> TENSOR_ORDER =
      Comparator.comparing(Tensor::layer, U64::compare)
          .thenComparing(Tensor::component)
          .thenComparing(Tensor::headStart, U64::compare);
  private static final Comparator<Window> WINDOW_ORDER =
      Comparator.comparing(Window::tokenStart, U64::compare)
          .thenComparing(Window::pageTable, CodePoints.ORDER);

  private final BindingIdentity identity;
  private final List<PageTable> pageTables;
  private final List<Region> regions;
  private final List<Tensor> tensors;
  private final List<Window> windows;
  private final List<Footprint> footprints;
  private final String digest;

  private PagedBinding(
      BindingIdentity identity,
      Part part,
      Snapshot snapshot,
      List<PageTable> pageTables,
      List<Region> regions,
      List<Tensor> tensors,
      List<Window> windows) {
    this.identity = identity;
    this.pageTables = sorted(pageTables, Comparator.comparing(PageTable::id, CodePoints.ORDER));
    this.regions = sorted(regions, Comparator.comparing(Region::id, CodePoints.ORDER));
    this.tensors = sorted(tensors, TENSOR_ORDER);
    this.windows = sorted(windows, WINDOW_ORDER);
    HeadCoverage.check(part, this.tensors);
    this.footprints =
        Footprints.of(
            part.descriptor(),
            this.regions,
            this.tensors,
            TokenCoverage.check(this.pageTables, this.windows, snapshot));
    DisjointnessCheck.checkWithin(footprints);
    this.digest = CanonicalJson.sha256(json -> BindingJson.write(this, json));
  }

  /**
   * A checked binding. The lists may be in any order.
   *
   * @param operationId of one cache group: {@code <job uid>/<attempt>/<round>/<group>}
   * @param instanceId the process whose memory this is; new with every start of it
   * @throws RejectedException that names the tensor, window or page and the rule
   */
  public static PagedBinding create(
      String operationId,
      Placement placement,
      Snapshot snapshot,
      String instanceId,
      String participantId,
      List<PageTable> pageTables,
      List<Region> regions,
      List<Tensor> tensors,
      List<Window> windows) {
    Limits.checkItems("/page_tables", "page tables", pageTables.size());
    Limits.checkItems("/regions", "regions", regions.size());
    Limits.checkItems("/tensors", "tensors", tensors.size());
    Limits.checkItems("/windows", "windows", windows.size());
    var identity = BindingIdentity.of(operationId, placement, snapshot, instanceId, participantId);
    return new PagedBinding(
        identity, identity.partOf(placement), snapshot, pageTables, regions, tensors, windows);
  }

  /**
   * Reads a document by all rules of the contract.
   *
   * @param operationId the operation that the binding must be for
   * @param placement the placement that it must be of
   * @param snapshot the snapshot that it must be of
   */
  public static PagedBinding fromJson(
      String text, String operationId, Placement placement, Snapshot snapshot) {
    return StrictJson.read(
        text, in -> new BindingReader(operationId, placement, snapshot).read(in));
  }

  /** The operation of one cache group. */
  public String operationId() {
    return identity.operationId();
  }

  /** Of which participant it is, and in which process. */
  public BindingHeader header() {
    return identity.header();
  }

  /** The process whose memory this is. */
  public String instanceId() {
    return header().instanceId();
  }

  /** The participant of the placement. */
  public String participantId() {
    return header().participantId();
  }

  /** Digest of the snapshot. */
  public String snapshotDigest() {
    return identity.snapshot().digest();
  }

  /** By id, code points ascending. */
  public List<PageTable> pageTables() {
    return pageTables;
  }

  /** By id, code points ascending. */
  public List<Region> regions() {
    return regions;
  }

  /** By layer, component and first head. */
  public List<Tensor> tensors() {
    return tensors;
  }

  /** By first token and page table. */
  public List<Window> windows() {
    return windows;
  }

  /** SHA-256 of the content, 64 hexadecimal digits. */
  public String digest() {
    return digest;
  }

  /** The canonical document. */
  public String toJson() {
    return CanonicalJson.text(json -> BindingJson.writeWithDigest(this, json));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PagedBinding that && digest.equals(that.digest);
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }

  @Override
  public String toString() {
    return "paged binding of %s for operation %s".formatted(participantId(), operationId());
  }

  BindingIdentity identity() {
    return identity;
  }

  List<Footprint> footprints() {
    return footprints;
  }

  private static <T> List<T> sorted(List<T> list, Comparator<T> order) {
    return list.stream().sorted(order).toList();
  }
}
