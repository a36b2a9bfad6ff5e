package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;

/** One side of the move: the KVSnapshot, its engine and its processes. */
@Evolving
public record TaskSide(
    @JsonPropertyDescription("Name of the KVSnapshot, in the job's namespace.")
        @Pattern(Patterns.NAME) String snapshot,
    @JsonPropertyDescription("The engine instance.") String instanceGroup,
    @JsonPropertyDescription("The process that answers for it: nothing is asked of another one.")
        BoundCoordinator coordinator,
    @JsonPropertyDescription("All its participants and their processes.")
        @UniqueBy("id")
        @Size(min = 1, max = Bounds.PARTICIPANTS) List<BoundParticipant> participants) {}
