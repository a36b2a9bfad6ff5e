package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One move of a snapshot to another placement (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVReshardJob")
@Plural("kvreshardjobs")
@ShortNames("kvjob")
public class KVReshardJob extends CustomResource<KVReshardJobSpec, KVReshardJobStatus>
    implements Namespaced {}
