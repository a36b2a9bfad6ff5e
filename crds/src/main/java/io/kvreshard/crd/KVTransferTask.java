package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** Work of one attempt on one node (DESIGN §4). */
@Group("kvreshard.io")
@Version("v1alpha1")
@Kind("KVTransferTask")
@Plural("kvtransfertasks")
@ShortNames("kvtask")
public class KVTransferTask extends CustomResource<KVTransferTaskSpec, KVTransferTaskStatus>
    implements Namespaced {}
