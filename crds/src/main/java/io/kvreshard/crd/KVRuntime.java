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

/** One live engine process, published by the agent of its node (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVRuntime")
@Plural("kvruntimes")
@ShortNames("kvrt")
@Categories("kvreshard")
@JsonClassDescription(
    "One live engine process that has a session with the agent of its node. The "
        + "agent makes and deletes it; owned by the process's pod.")
@AdditionalPrinterColumn(name = "NODE", jsonPath = ".spec.nodeName")
@AdditionalPrinterColumn(
    name = "GROUP",
    jsonPath = ".spec.instanceGroup",
    getDescription = "The engine instance.")
@AdditionalPrinterColumn(name = "ROLE", jsonPath = ".spec.role")
@AdditionalPrinterColumn(name = "PARTICIPANT", jsonPath = ".spec.participantId")
@AdditionalPrinterColumn(name = "POD", jsonPath = ".spec.podName")
@AdditionalPrinterColumn(
    name = "FREE-TOKENS",
    jsonPath = ".status.freeTokens",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "INSTANCE", jsonPath = ".spec.instanceId", priority = 1)
@AdditionalSelectableField(jsonPath = ".spec.nodeName")
@ValidationRule(
    value = "self.spec == oldSelf.spec",
    message = "spec is immutable: another process is another KVRuntime",
    fieldPath = ".spec")
@Evolving
public class KVRuntime extends CustomResource<KVRuntimeSpec, KVRuntimeStatus>
    implements Namespaced {}
