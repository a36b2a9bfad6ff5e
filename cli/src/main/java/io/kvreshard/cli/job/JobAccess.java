package io.kvreshard.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.kvreshard.cli.cluster.Cluster;
import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.crd.KVReshardJob;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One KVReshardJob and its neighbours, in a cluster. */
final class JobAccess implements AutoCloseable {
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final Cluster cluster;
  private final String name;

  JobAccess(Cluster cluster, String name) {
    this.cluster = cluster;
    this.name = name;
  }

  String namespace() {
    return cluster.namespace();
  }

  /** The one of another name. */
  JobAccess other(String other) {
    return new JobAccess(cluster, other);
  }

  /**
   * The job as it is.
   *
   * @throws UnusableInputException if there is none
   */
  KVReshardJob require() {
    return find()
        .orElseThrow(
            () ->
                new UnusableInputException(
                    "there is no %s in namespace %s: kubectl get kvjobs -A shows which there are, --namespace chooses another"
                        .formatted(Lines.label(name), namespace())));
  }

  Optional<KVReshardJob> find() {
    return Optional.ofNullable(ask(Resource::get));
  }

  /** Merges into the job whatever version it has, as {@code kubectl patch} does. */
  KVReshardJob merge(JsonNode patch) {
    return ask(job -> job.patch(MERGE, JsonOutput.text(patch)));
  }

  /** Asks about the job. */
  <T> T ask(Function<Resource<KVReshardJob>, T> question) {
    return cluster.ask(Lines.label(name), client -> question.apply(jobs(client).withName(name)));
  }

  /** All jobs of the namespace. */
  List<KVReshardJob> all() {
    return cluster.ask(
        "KVReshardJobs of namespace " + namespace(), client -> jobs(client).list().getItems());
  }

  /** Creates another job; empty if its name is taken. */
  Optional<KVReshardJob> create(KVReshardJob job) {
    return cluster.ask(
        Lines.label(job.getMetadata().getName()),
        client -> {
          try {
            return Optional.of(jobs(client).resource(job).create());
          } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private NonNamespaceOperation<
          KVReshardJob, KubernetesResourceList<KVReshardJob>, Resource<KVReshardJob>>
      jobs(KubernetesClient client) {
    return client.resources(KVReshardJob.class).inNamespace(namespace());
  }

  @Override
  public void close() {
    cluster.close();
  }
}
