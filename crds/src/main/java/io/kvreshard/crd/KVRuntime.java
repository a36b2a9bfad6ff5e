package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One live engine process, published by the agent of its node (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVRuntime")
@Plural("kvruntimes")
@ShortNames("kvrt")
public class KVRuntime extends CustomResource<KVRuntimeSpec, KVRuntimeStatus>
    implements Namespaced {}
