package io.kvreshard.cli.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.output.Printable;
import java.net.HttpURLConnection;
import java.util.function.Function;

/** A cluster that a command talks to. */
public final class Cluster implements AutoCloseable {
  private final KubernetesClient client;
  private final String namespace;

  Cluster(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** Where the command was told to look. */
  public String namespace() {
    return namespace;
  }

  /**
   * Asks something.
   *
   * @param what for the sentence of a failure: {@code KVSnapshots of namespace team}
   * @throws UnusableInputException if there is no answer
   * @throws RefusedException if the answer is no
   */
  public <T> T ask(String what, Function<KubernetesClient, T> question) {
    try {
      return question.apply(client);
    } catch (KubernetesClientException e) {
      throw failure(what, e);
    }
  }

  private RuntimeException failure(String what, KubernetesClientException e) {
    var status = e.getStatus();
    if (status == null) {
      return new UnusableInputException(
          "%s: no answer from %s: %s".formatted(what, client.getMasterUrl(), Silence.why(e)));
    }
    var said = Printable.of(String.valueOf(status.getMessage()));
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_CONFLICT ->
          new RefusedException(
              "%s: somebody else has changed it meanwhile; look again: %s".formatted(what, said));
      case HttpURLConnection.HTTP_NOT_FOUND ->
          new UnusableInputException(
              "%s: %s (is the chart kvreshard-crds installed there?)".formatted(what, said));
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          new UnusableInputException(
              "%s: the API server does not know who you are: %s (log in again, or name another --kubeconfig or --context)"
                  .formatted(what, said));
      default -> new RefusedException("%s: the API server says: %s".formatted(what, said));
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
