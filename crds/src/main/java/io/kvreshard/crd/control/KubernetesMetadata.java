package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.URLUtils;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists of which the API server sends only the metadata; the client has no such call. */
final class KubernetesMetadata {
  private static final String ACCEPT =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private final KubernetesClient client;

  KubernetesMetadata(KubernetesClient client) {
    this.client = client;
  }

  /**
   * The metadata of all objects of a kind in a scope.
   *
   * @throws KubernetesClientException as the client's own lists
   */
  List<ObjectMeta> list(Class<? extends HasMetadata> kind, Scope scope) {
    var answer = ask(url(kind, scope));
    if (!answer.isSuccessful()) {
      throw new KubernetesClientException(
          "%s: HTTP %d".formatted(answer.request().uri(), answer.code()),
          answer.code(),
          status(answer.body()));
    }
    // The server writes an empty list as null.
    List<GenericKubernetesResource> items =
        client
            .getKubernetesSerialization()
            .unmarshal(answer.body(), GenericKubernetesResourceList.class)
            .getItems();
    return items == null ? List.of() : items.stream().map(HasMetadata::getMetadata).toList();
  }

  private String url(Class<? extends HasMetadata> kind, Scope scope) {
    var path = Names.path(kind, scope.namespace());
    var url =
        new URLUtils.URLBuilder(URLUtils.join(client.getMasterUrl().toString(), path))
            .addQueryParameter(
                "labelSelector",
                scope.labels().entrySet().stream()
                    .map(label -> label.getKey() + "=" + label.getValue())
                    .collect(Collectors.joining(",")));
    var node = scope.nodeName();
    return (node == null ? url : url.addQueryParameter("fieldSelector", "spec.nodeName=" + node))
        .toString();
  }

  private HttpResponse<String> ask(String url) {
    var http = client.getHttpClient();
    var request =
        http.newHttpRequestBuilder()
            .uri(url)
            .header("Accept", ACCEPT)
            .timeout(client.getConfiguration().getRequestTimeout(), TimeUnit.MILLISECONDS)
            .build();
    try {
      return http.sendAsync(request, String.class).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KubernetesClientException(url, e);
    } catch (ExecutionException e) {
      throw new KubernetesClientException(url, e.getCause());
    }
  }

  /** What the server says; null if it is not the server that speaks. */
  private @Nullable Status status(String body) {
    try {
      return client.getKubernetesSerialization().unmarshal(body, Status.class);
    } catch (RuntimeException e) {
      return null;
    }
  }
}
