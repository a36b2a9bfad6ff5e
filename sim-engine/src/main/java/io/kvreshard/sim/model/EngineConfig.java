package io.kvreshard.sim.model;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import java.util.List;
import java.util.Optional;

/**
 * Everything that all processes of one engine know alike. From equal configurations they compute
 * equal documents, pages and contents.
 *
 * @param name the instance group
 * @param cacheNamespace the documents' namespace
 * @param layout how tensors are shaped
 * @param pageTokens tokens of an allocator's page
 * @param poolPages pages of the engine; 0: enough
 * @param tokenStart first token position of the snapshot
 * @param tokens of the snapshot
 * @param sequences that the tokens belong to
 * @param pageSeed which pages
 * @param contentSeed which tokens
 * @param contentsBytes of the token ids that the coordinator has besides the pages; 0: none
 * @param use whether the snapshot's pages are full or reserved
 * @param offer name of the KVSnapshot that the engine offers
 */
public record EngineConfig(
    String name,
    String cacheNamespace,
    Model model,
    Parallel parallel,
    KvLayout layout,
    int pageTokens,
    int poolPages,
    long tokenStart,
    int tokens,
    int sequences,
    long pageSeed,
    long contentSeed,
    int contentsBytes,
    Use use,
    String offer) {
  public EngineConfig {
    if (layout == KvLayout.SGLANG && pageTokens != 1) {
      throw new IllegalArgumentException("the sglang layout has a page size of 1");
    }
    if (contentsBytes < 0 || contentsBytes > Contents.MOST_BYTES) {
      throw new IllegalArgumentException(
          "contents have 0 to %d bytes, not %d".formatted(Contents.MOST_BYTES, contentsBytes));
    }
  }

  /** How the snapshot began. */
  public enum Use {
    /** Pages with content. */
    EXPORT,
    /** Pages to be filled. */
    RESERVE
  }

  /** Equal for processes of the same engine. */
  public String digest() {
    return Sha256.hex(toString());
  }

  public List<Shard> shards() {
    return parallel.shards(model);
  }

  /** The shard of this participant. */
  public Shard shard(String participant) {
    return shards().stream()
        .filter(s -> s.participant().equals(participant))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no rank %s; there are %s"
                        .formatted(
                            participant, shards().stream().map(Shard::participant).toList())));
  }

  public Pages pages() {
    return new Pages(tokenStart, tokens, sequences, pageTokens, poolPages, pageSeed);
  }

  /** What the coordinator of the source has besides the pages, if anything. */
  public Optional<TokenIds> tokenIds() {
    return contentsBytes == 0
        ? Optional.empty()
        : Optional.of(new TokenIds(contentSeed, tokenStart, contentsBytes));
  }

  public Content content() {
    return new Content(contentSeed);
  }

  /** What is in the cache: equal for source and target of a move. */
  public Snapshot snapshot() {
    return Snapshot.create(
        cacheNamespace,
        resource(),
        model.id(),
        "1",
        tokenStart,
        tokens,
        Sha256.hex("tokens " + contentSeed + " " + tokenStart + " " + tokens),
        Sha256.hex("semantics " + model));
  }

  /** Who holds it. */
  public Placement placement() {
    Descriptor descriptor = model.descriptor();
    Topology topology =
        Topology.create(
            parallel.dp(),
            parallel.pp(),
            parallel.tp(),
            shards().stream().map(s -> new Participant(s.participant(), s.rank())).toList());
    List<Part> parts = shards().stream().map(s -> part(s, topology, descriptor)).toList();
    return Placement.create(resource(), "1", name, topology, descriptor, parts);
  }

  private Part part(Shard shard, Topology topology, Descriptor descriptor) {
    return new Part(
        resource(),
        "1",
        name,
        topology.id(),
        shard.participant(),
        shard.rank(),
        descriptor,
        shard.layers(),
        shard.headStart(),
        shard.headCount(),
        shard.replica(),
        shard.replicas());
  }

  private String resource() {
    return "sim/" + model.id() + "/" + contentSeed;
  }
}
