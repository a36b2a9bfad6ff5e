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
        + "it: kubectl wait --for=condition=Succeeded kvjob/NAME.")
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
@AdditionalPrinterColumn(name = "MESSAGE", jsonPath = ".status.message", priority = 1)
@ValidationRule(
    value = "self.spec == oldSelf.spec",
    message = "spec is immutable: create another KVReshardJob",
    fieldPath = ".spec")
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
            + "!(oldSelf.status.phase in ['Succeeded', 'Failed'])",
    message = "status.phase Succeeded and Failed are final",
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
@Evolving
public class KVReshardJob extends CustomResource<KVReshardJobSpec, KVReshardJobStatus>
    implements Namespaced {}
