package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One placement of one snapshot on a live engine (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVSnapshot")
@Plural("kvsnapshots")
@ShortNames("kvsnap")
public class KVSnapshot extends CustomResource<KVSnapshotSpec, KVSnapshotStatus>
    implements Namespaced {}
