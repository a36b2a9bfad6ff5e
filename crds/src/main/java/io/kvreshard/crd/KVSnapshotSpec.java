package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lies where: one snapshot and placement a cache group. */
@JsonClassDescription(
    "What is cached and who holds which part of it. Immutable: another content or "
        + "layout is another object.")
@ValidationRule(
    value =
        "self.groups.map(g, has(g.placement) ? g.placement.participants.size() : "
            + "0).sum() <= 256",
    message =
        "at most 256 participants over all groups lie in the object itself: put larger "
            + "placements into a ConfigMap and use placementRef",
    fieldPath = ".groups")
@ValidationRule(
    value = "!has(self.contents) || self.origin == 'Exported'",
    message =
        "spec.contents is only for spec.origin Exported: those of reserved pages come with the "
            + "job that fills them",
    fieldPath = ".contents")
@Evolving
public record KVSnapshotSpec(
    @JsonPropertyDescription(
            "How it began. Exported: an engine has the content and offers it as a source. "
                + "Reserved: an engine has set pages aside that a job may fill; once filled, it "
                + "can be a source, too.")
        SnapshotOrigin origin,
    @JsonPropertyDescription(
            "The node of the engine's coordinator process, whose agent made this object. "
                + "Absent if a person made it.")
        @Pattern(Patterns.NAME) @Nullable String nodeName,
    @JsonPropertyDescription(
            "Name of the engine instance whose processes hold the pages: the instanceGroup "
                + "of their KVRuntimes.")
        String instanceGroup,
    @JsonPropertyDescription(
            "The cache groups: one for a plain model, several for hybrids (sliding windows, "
                + "draft models). A job moves all or none.")
        @UniqueBy("name")
        @Size(min = 1, max = Bounds.GROUPS) List<SnapshotGroup> groups,
    @JsonPropertyDescription(
            "What the engine's coordinator knows of the snapshot besides its pages (segments, "
                + "token ids, request state), by its digest. It goes with a move, from coordinator "
                + "to coordinator, before the target is activated; never through this API. Absent: "
                + "there is none.")
        @Nullable SnapshotContents contents) {}
