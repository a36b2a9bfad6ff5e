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

/** Work of one attempt on one node (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVTransferTask")
@Plural("kvtransfertasks")
@ShortNames("kvtask")
@Categories("kvreshard")
@JsonClassDescription(
    "Work of one attempt of a KVReshardJob on one node. The operator makes it, the "
        + "node's agent does it. Deleting one aborts the attempt.")
@AdditionalPrinterColumn(name = "JOB", jsonPath = ".spec.job.name")
@AdditionalPrinterColumn(
    name = "ATTEMPT",
    jsonPath = ".spec.attempt",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "NODE", jsonPath = ".spec.nodeName")
@AdditionalPrinterColumn(name = "COMMAND", jsonPath = ".spec.command")
@AdditionalPrinterColumn(name = "STATE", jsonPath = ".status.state")
@AdditionalPrinterColumn(
    name = "BYTES",
    jsonPath = ".status.bytesDone",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "QUIESCED", jsonPath = ".status.quiesced")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "FAILURE", jsonPath = ".status.failure.reason")
@AdditionalPrinterColumn(name = "MESSAGE", jsonPath = ".status.failure.message", priority = 1)
@AdditionalSelectableField(jsonPath = ".spec.nodeName")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.state)"
            + " || !(oldSelf.status.state in ['Committed', 'Aborted', 'Failed'])"
            + " || (has(self.status) && has(self.status.state)"
            + " && (self.status.state == oldSelf.status.state"
            + " || (oldSelf.status.state == 'Failed' && self.status.state == 'Committed'"
            + " && self.spec.command == 'Commit')))",
    message =
        "status.state Committed, Aborted and Failed are final; only spec.command Commit, which"
            + " may not be refused, makes Committed of Failed",
    fieldPath = ".status.state")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.agentIncarnation)"
            + " || (has(self.status) && has(self.status.agentIncarnation)"
            + " && (self.status.agentIncarnation == oldSelf.status.agentIncarnation"
            + " || self.spec.command == 'Commit'"
            + " || (has(self.status.state) && self.status.state == 'Failed')"
            + " || (has(oldSelf.status.state) && oldSelf.status.state == 'Aborted')))",
    message =
        "status.agentIncarnation may change only to report Failed, to carry out spec.command"
            + " Commit, or after the task's end",
    fieldPath = ".status.agentIncarnation")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.quiesced) || "
            + "oldSelf.status.quiesced != 'True' || (has(self.status) && "
            + "has(self.status.quiesced) && self.status.quiesced == 'True')",
    message = "status.quiesced True never goes back",
    fieldPath = ".status.quiesced")
@ValidationRule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.released) || !oldSelf.status.released"
            + " || (has(self.status) && has(self.status.released) && self.status.released)",
    message = "status.released true never goes back",
    fieldPath = ".status.released")
@Evolving
public class KVTransferTask extends CustomResource<KVTransferTaskSpec, KVTransferTaskStatus>
    implements Namespaced {}
