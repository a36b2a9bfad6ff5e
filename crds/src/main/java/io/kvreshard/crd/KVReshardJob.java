package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.kvreshard.crd.schema.Evolving;

/** One move of a snapshot to another placement (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVReshardJob")
@Plural("kvreshardjobs")
@ShortNames("kvjob")
@Categories("kvreshard")
@JsonClassDescription(
    "One move of a KV cache from one engine to another with a different parallel "
        + "layout: spec.source to spec.target, all or nothing. To wait for "
        + "it: kubectl wait --for=condition=Succeeded kvjob/NAME. To hold it: "
        + "spec.suspend. To end it: spec.cancel.")
@AdditionalPrinterColumn(name = "PHASE", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "SOURCE", jsonPath = ".spec.source.snapshotRef.name")
@AdditionalPrinterColumn(name = "TARGET", jsonPath = ".spec.target.snapshotRef.name")
@AdditionalPrinterColumn(
    name = "BYTES",
    jsonPath = ".status.plan.bytes",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "PROGRESS",
    jsonPath = ".status.progress.percent",
    type = AdditionalPrinterColumn.Type.INTEGER,
    getDescription = "Percent of the bytes that are moved and verified.")
@AdditionalPrinterColumn(
    name = "ATTEMPT",
    jsonPath = ".status.attempt",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "REASON", jsonPath = ".status.reason")
@AdditionalPrinterColumn(
    name = "QUEUE",
    jsonPath = ".status.queue.position",
    type = AdditionalPrinterColumn.Type.INTEGER,
    getDescription = "Place in the line of jobs that wait for room; 1 is next.",
    priority = 1)
@AdditionalPrinterColumn(name = "MESSAGE", jsonPath = ".status.message", priority = 1)
@ValidationRule(
    value =
        "self.spec.source == oldSelf.spec.source && self.spec.target == oldSelf.spec.target"
            + " && has(self.spec.policy) == has(oldSelf.spec.policy)"
            + " && (!has(self.spec.policy) || self.spec.policy == oldSelf.spec.policy)"
            + " && has(self.spec.priority) == has(oldSelf.spec.priority)"
            + " && (!has(self.spec.priority) || self.spec.priority == oldSelf.spec.priority)"
            + " && has(self.spec.pendingTimeoutSeconds) == has(oldSelf.spec.pendingTimeoutSeconds)"
            + " && (!has(self.spec.pendingTimeoutSeconds)"
            + " || self.spec.pendingTimeoutSeconds == oldSelf.spec.pendingTimeoutSeconds)"
            + " && has(self.spec.activeDeadlineSeconds) == has(oldSelf.spec.activeDeadlineSeconds)"
            + " && (!has(self.spec.activeDeadlineSeconds)"
            + " || self.spec.activeDeadlineSeconds == oldSelf.spec.activeDeadlineSeconds)"
            + " && has(self.spec.progressTimeoutSeconds) == has(oldSelf.spec.progressTimeoutSeconds)"
            + " && (!has(self.spec.progressTimeoutSeconds)"
            + " || self.spec.progressTimeoutSeconds == oldSelf.spec.progressTimeoutSeconds)"
            + " && has(self.spec.backoffLimit) == has(oldSelf.spec.backoffLimit)"
            + " && (!has(self.spec.backoffLimit)"
            + " || self.spec.backoffLimit == oldSelf.spec.backoffLimit)"
            + " && has(self.spec.ttlSecondsAfterFinished) == has(oldSelf.spec.ttlSecondsAfterFinished)"
            + " && (!has(self.spec.ttlSecondsAfterFinished)"
            + " || self.spec.ttlSecondsAfterFinished == oldSelf.spec.ttlSecondsAfterFinished)"
            + " && has(self.spec.dryRun) == has(oldSelf.spec.dryRun)"
            + " && (!has(self.spec.dryRun) || self.spec.dryRun == oldSelf.spec.dryRun)"
            + " && has(self.spec.retryOf) == has(oldSelf.spec.retryOf)"
            + " && (!has(self.spec.retryOf) || self.spec.retryOf == oldSelf.spec.retryOf)",
    message = "spec is immutable, but for suspend and cancel: create another KVReshardJob",
    fieldPath = ".spec")
@ValidationRule(
    value =
        "!has(oldSelf.spec.cancel) || !oldSelf.spec.cancel || "
            + "(has(self.spec.cancel) && self.spec.cancel)",
    message = "spec.cancel is never taken back: create another KVReshardJob, with spec.retryOf",
    fieldPath = ".spec.cancel")
@ValidationRule(
    value = "!has(self.spec.retryOf) || self.spec.retryOf != self.metadata.name",
    message = "spec.retryOf must name another KVReshardJob",
    fieldPath = ".spec.retryOf")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.decision) || (has(self.status) && "
            + "has(self.status.decision) && self.status.decision == oldSelf.status.decision)",
    message = "status.decision is written once and never changed or removed",
    fieldPath = ".status.decision")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.phase) || (has(self.status) && "
            + "has(self.status.phase) && self.status.phase == oldSelf.status.phase) || "
            + "!(oldSelf.status.phase in ['Succeeded', 'Failed', 'Cancelled'])",
    message = "status.phase Succeeded, Failed and Cancelled are final",
    fieldPath = ".status.phase")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.attempt) || (has(self.status) && "
            + "has(self.status.attempt) && self.status.attempt >= oldSelf.status.attempt)",
    message = "status.attempt only grows",
    fieldPath = ".status.attempt")
@ValidationRule(
    value =
        "!has(self.status) || !has(self.status.decision) || (has(self.status.attempt) "
            + "&& self.status.attempt == self.status.decision.attempt)",
    message = "status.decision.attempt must be status.attempt: after a decision no attempt begins",
    fieldPath = ".status.decision")
@ValidationRule(
    value =
        "!has(self.status) || !has(self.status.phase) || !(self.status.phase in "
            + "['Committing', 'Succeeded']) || (has(self.status.decision) && "
            + "self.status.decision.verdict == 'Commit') || (has(self.spec.dryRun) && "
            + "self.spec.dryRun)",
    message = "status.phase Committing and Succeeded need status.decision.verdict Commit",
    fieldPath = ".status.phase")
@ValidationRule(
    value =
        "!has(self.status) || !has(self.status.phase) || self.status.phase != 'Cancelled'"
            + " || !has(self.status.decision) || self.status.decision.verdict == 'Abort'",
    message = "status.phase Cancelled excludes status.decision.verdict Commit",
    fieldPath = ".status.phase")
@Evolving
public class KVReshardJob extends CustomResource<KVReshardJobSpec, KVReshardJobStatus>
    implements Namespaced {}
