package io.kvreshard.crd;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One agent (DESIGN §4). The name is the name of its node. */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVNode")
@Plural("kvnodes")
@ShortNames("kvnode")
public class KVNode extends CustomResource<KVNodeSpec, KVNodeStatus> {}
