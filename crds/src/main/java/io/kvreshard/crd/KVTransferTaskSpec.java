package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the agent of nodeName has to do. After Run the contents are of no use any more: an operator
 * of a release that does not know them may drop them with its command.
 */
@JsonClassDescription(
    "Work of one attempt on one node. Written by the operator; immutable but for " + "the command.")
@ValidationRule(
    value =
        "self.job == oldSelf.job && self.attempt == oldSelf.attempt && self.documents "
            + "== oldSelf.documents && self.groups == oldSelf.groups && self.source == "
            + "oldSelf.source && self.target == oldSelf.target && self.nodes == oldSelf.nodes "
            + "&& self.progressTimeoutSeconds == oldSelf.progressTimeoutSeconds && "
            + "has(self.maxBytesPerSecond) == has(oldSelf.maxBytesPerSecond) && (!has(self.maxBytesPerSecond) || "
            + "self.maxBytesPerSecond == oldSelf.maxBytesPerSecond) && (self.command != 'Run' || "
            + "(has(self.contents) == has(oldSelf.contents) && (!has(self.contents) || "
            + "self.contents == oldSelf.contents))) && "
            // An operator of a former release, which does not know it, writes the task without it.
            + "(!has(self.priority) || (has(oldSelf.priority) && self.priority == oldSelf.priority))",
    message =
        "a task is immutable but for spec.command, with it spec.jobDigest, and after it"
            + " spec.sourceAfterSuccess and spec.release")
@ValidationRule(
    value = "self.nodeName == oldSelf.nodeName",
    message = "spec.nodeName is immutable",
    fieldPath = ".nodeName")
@ValidationRule(
    value = "self.command == oldSelf.command || oldSelf.command == 'Run'",
    message = "spec.command changes only from Run to Commit or from Run to Abort",
    fieldPath = ".command")
@ValidationRule(
    value = "(self.command == 'Commit') == has(self.jobDigest)",
    message = "spec.jobDigest must be set if spec.command is Commit, and only then",
    fieldPath = ".jobDigest")
@ValidationRule(
    value =
        "!has(oldSelf.jobDigest) || (has(self.jobDigest) && self.jobDigest == "
            + "oldSelf.jobDigest)",
    message = "spec.jobDigest is immutable once set",
    fieldPath = ".jobDigest")
@ValidationRule(
    value = "!has(self.sourceAfterSuccess) || self.command == 'Commit'",
    message =
        "spec.sourceAfterSuccess may be set only if spec.command is Commit: until then the"
            + " source is needed",
    fieldPath = ".sourceAfterSuccess")
@ValidationRule(
    value =
        "!has(oldSelf.sourceAfterSuccess) || (has(self.sourceAfterSuccess) && "
            + "self.sourceAfterSuccess == oldSelf.sourceAfterSuccess)",
    message = "spec.sourceAfterSuccess is immutable once set",
    fieldPath = ".sourceAfterSuccess")
@ValidationRule(
    value = "!has(self.release) || (self.release && self.command != 'Run')",
    message =
        "spec.release may only be set to true, and only if spec.command is Commit or Abort:"
            + " until then the pages are needed",
    fieldPath = ".release")
@ValidationRule(
    value = "!has(oldSelf.release) || (has(self.release) && self.release == oldSelf.release)",
    message = "spec.release is immutable once set",
    fieldPath = ".release")
@Evolving
public record KVTransferTaskSpec(
    @JsonPropertyDescription("The job that this task works for.") JobRef job,
    @JsonPropertyDescription("Which attempt of the job.") @Min(1) long attempt,
    @JsonPropertyDescription("The node whose agent does the work. Selectable.")
        @Pattern(Patterns.NAME) String nodeName,
    @JsonPropertyDescription(
            "Run: move, verify, hold. Commit: keep what was moved; on the node of the "
                + "target's coordinator, activate it. Abort: stop, drain and forget. Only Run "
                + "becomes Commit or Abort.")
        TaskCommand command,
    @JsonPropertyDescription(
            "Name of the ConfigMap beside this task with the snapshot and placement "
                + "documents as canonical JSON; its keys are their digests.")
        @Pattern(Patterns.NAME) String documents,
    @JsonPropertyDescription("The cache groups and the digests of what each agent must arrive at.")
        @UniqueBy("name")
        @Size(min = 1, max = Bounds.GROUPS) List<TaskGroup> groups,
    @JsonPropertyDescription("Where the bytes come from.") TaskSide source,
    @JsonPropertyDescription("Where the bytes go.") TaskSide target,
    @JsonPropertyDescription(
            "What the agent of the target's coordinator brings there from the source's, besides "
                + "the pages. Absent: nothing.")
        @Nullable SnapshotContents contents,
    @JsonPropertyDescription("Every node of the job and its agent.")
        @UniqueBy("name")
        @Size(min = 1, max = Bounds.NODES) List<TaskNode> nodes,
    @JsonPropertyDescription(
            "Upper limit for what this node sends, in bytes a second; absent: none.")
        @Min(1) @Nullable Long maxBytesPerSecond,
    @JsonPropertyDescription(
            "The job's priority: where bandwidth or staging memory of the node are short, two steps "
                + "more get twice as much. Absent: as 5.")
        @Min(0) @Max(9) @Nullable Long priority,
    @JsonPropertyDescription(
            "How long the task may go without moving a byte before the agent gives it up.")
        @Min(1) @Max(Bounds.YEAR_SECONDS) long progressTimeoutSeconds,
    @JsonPropertyDescription("SHA-256 over what is committed. Set together with command Commit.")
        @Pattern(Patterns.SHA256) @Nullable String jobDigest,
    @JsonPropertyDescription(
            "What becomes of the source; said to the node of its coordinator once the job has "
                + "Succeeded and all other nodes are quiet. Release: its engine may drop it. "
                + "Absent: as Retain.")
        @Nullable AfterSuccess sourceAfterSuccess,
    @JsonPropertyDescription(
            "True: every node of the attempt is quiet, and the engines whose coordinators are on "
                + "this node may have their pages back. After a Commit the task's deletion says "
                + "it, too.")
        @Nullable Boolean release) {}
