package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.kvreshard.crd.schema.Evolving;

/** One agent (DESIGN §4). The name is the name of its node. */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVNode")
@Plural("kvnodes")
@ShortNames("kvnode")
@Categories("kvreshard")
@JsonClassDescription(
    "One node agent and what it can do. The agent makes it; its name is the node's.")
@AdditionalPrinterColumn(name = "ENDPOINT", jsonPath = ".status.endpoint")
@AdditionalPrinterColumn(
    name = "RUNTIMES",
    jsonPath = ".status.runtimes",
    type = AdditionalPrinterColumn.Type.INTEGER,
    getDescription = "Engine processes that have a session.")
@AdditionalPrinterColumn(
    name = "OPERATIONS",
    jsonPath = ".status.operations",
    type = AdditionalPrinterColumn.Type.INTEGER,
    getDescription = "Operations in progress.")
@AdditionalPrinterColumn(
    name = "SENT",
    jsonPath = ".status.rates.sent",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1,
    getDescription = "Bytes a second to other nodes, while any were sent.")
@AdditionalPrinterColumn(
    name = "RECEIVED",
    jsonPath = ".status.rates.received",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1,
    getDescription = "Bytes a second from other nodes, while any were received.")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "INCARNATION", jsonPath = ".status.agentIncarnation", priority = 1)
@Evolving
public class KVNode extends CustomResource<KVNodeSpec, KVNodeStatus> {}
