package io.kvreshard.cli.cluster;

import io.kvreshard.cli.output.Printable;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why an API server did not answer, for a person: Java's exceptions often have no message. */
final class Silence {
  private Silence() {}

  /** The most telling of a failure and its causes. */
  static String why(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      var known = known(at);
      if (known != null) {
        return known;
      }
    }
    var last = failure;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return said(last, last.getClass().getSimpleName());
  }

  private static @Nullable String known(Throwable at) {
    return switch (at) {
      case UnknownHostException e -> said(e, "") + ": no such host";
      case UnresolvedAddressException _ -> "no such host";
      case SSLException e -> said(e, "TLS failed");
      case HttpTimeoutException _ -> "it did not answer in time";
      case ConnectException e when !(e.getCause() instanceof UnresolvedAddressException) ->
          said(e, "connection refused");
      default -> null;
    };
  }

  private static String said(Throwable failure, String otherwise) {
    var message = failure.getMessage();
    return message == null || message.isBlank() ? otherwise : Printable.of(message);
  }
}
