package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalSelectableField;
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

/** One placement of one snapshot on a live engine (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVSnapshot")
@Plural("kvsnapshots")
@ShortNames("kvsnap")
@Categories("kvreshard")
@JsonClassDescription(
    "The KV cache of some tokens of one model on a live engine, and which process "
        + "holds which part: a source or a target of KVReshardJobs. Agents make one when "
        + "an engine exports or reserves pages.")
@AdditionalPrinterColumn(name = "PHASE", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "ORIGIN", jsonPath = ".spec.origin")
@AdditionalPrinterColumn(
    name = "GROUP",
    jsonPath = ".spec.instanceGroup",
    getDescription = "The engine instance.")
@AdditionalPrinterColumn(
    name = "TOKENS",
    jsonPath = ".spec.groups[0].snapshot.tokenCount",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "MODEL", jsonPath = ".spec.groups[0].snapshot.modelId")
@AdditionalPrinterColumn(name = "CLAIMED-BY", jsonPath = ".status.claim.jobUID")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "NODE", jsonPath = ".spec.nodeName", priority = 1)
@AdditionalSelectableField(jsonPath = ".spec.nodeName")
@ValidationRule(
    value = "self.spec == oldSelf.spec",
    message = "spec is immutable: create another KVSnapshot",
    fieldPath = ".spec")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.phase) || !(oldSelf.status.phase "
            + "in ['Lost', 'Released']) || (has(self.status) && has(self.status.phase) && "
            + "self.status.phase == oldSelf.status.phase)",
    message = "status.phase Lost and Released are final",
    fieldPath = ".status.phase")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.claim) || !has(self.status) || "
            + "!has(self.status.claim) || (self.status.claim.jobUID == "
            + "oldSelf.status.claim.jobUID && self.status.claim.attempt >= "
            + "oldSelf.status.claim.attempt)",
    message = "status.claim belongs to one job until that gives it up",
    fieldPath = ".status.claim")
@ValidationRule(
    value = "!has(self.status) || !has(self.status.claim) || self.spec.origin == 'Reserved'",
    message = "status.claim is only for snapshots of spec.origin Reserved",
    fieldPath = ".status.claim")
@ValidationRule(
    value =
        "!has(self.status) || !has(self.status.phase) || ((self.status.phase == 'Quarantined')"
            + " == (has(self.status.quarantine) && self.status.quarantine.size() > 0))",
    message = "status.quarantine must name somebody if status.phase is Quarantined, and only then",
    fieldPath = ".status.quarantine")
@ValidationRule(
    value =
        "!has(self.status) || !has(self.status.phase) || ((self.status.phase == 'Quarantined')"
            + " == has(self.status.phaseAfterQuarantine))",
    message =
        "status.phaseAfterQuarantine must be set if status.phase is Quarantined, and only then",
    fieldPath = ".status.phaseAfterQuarantine")
@Evolving
public class KVSnapshot extends CustomResource<KVSnapshotSpec, KVSnapshotStatus>
    implements Namespaced {}
