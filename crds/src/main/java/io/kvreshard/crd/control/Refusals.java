package io.kvreshard.crd.control;

import static java.net.HttpURLConnection.HTTP_BAD_METHOD;
import static java.net.HttpURLConnection.HTTP_BAD_REQUEST;
import static java.net.HttpURLConnection.HTTP_ENTITY_TOO_LARGE;
import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_UNSUPPORTED_TYPE;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Set;

/** Which answers of an API server are for good, and the sentence in them. */
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

  /** The refusal that it is, or the same exception if it is none. */
  static RuntimeException orSame(KubernetesClientException e) {
    if (!FOR_GOOD.contains(e.getCode())) {
      return e;
    }
    var status = e.getStatus();
    var sentence = status == null ? null : status.getMessage();
    return new RefusedException(sentence == null ? String.valueOf(e.getMessage()) : sentence, e);
  }
}
