package io.kvreshard.crd.control;

import static java.net.HttpURLConnection.HTTP_BAD_METHOD;
import static java.net.HttpURLConnection.HTTP_BAD_REQUEST;
import static java.net.HttpURLConnection.HTTP_ENTITY_TOO_LARGE;
import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_UNSUPPORTED_TYPE;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Text;
import java.util.Set;

/**
 * Which answers of an API server are for good, and the sentence in any of them. The client's own
 * message repeats the whole answer, which is a page.
 */
final class Refusals {
  private static final int UNPROCESSABLE = 422;

  /** Not 401: tokens are renewed. Not 404: what is missing may come. */
  private static final Set<Integer> FOR_GOOD =
      Set.of(
          HTTP_BAD_REQUEST,
          HTTP_FORBIDDEN,
          HTTP_BAD_METHOD,
          HTTP_ENTITY_TOO_LARGE,
          HTTP_UNSUPPORTED_TYPE,
          UNPROCESSABLE);

  private Refusals() {}

  /** The refusal that it is, or else the client's exception with one sentence. */
  static RuntimeException of(KubernetesClientException e) {
    var sentence = sentence(e);
    return FOR_GOOD.contains(e.getCode())
        ? new RefusedException(sentence, e)
        : new KubernetesClientException(Text.clip(sentence, Bounds.MESSAGE), e);
  }

  /** The server's; of a call that no server has answered, why that is so. */
  static String sentence(KubernetesClientException e) {
    var status = e.getStatus();
    if (status != null && status.getMessage() != null) {
      return status.getMessage();
    }
    var message = String.valueOf(e.getMessage());
    return e.getCause() == null ? message : "%s (%s)".formatted(message, e.getCause().getMessage());
  }
}
