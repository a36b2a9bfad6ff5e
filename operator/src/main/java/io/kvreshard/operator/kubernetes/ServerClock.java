package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * The API server's time, by which the deadlines that people gave are measured (DESIGN §4): this
 * machine's clock, corrected by what the server's answers say. A server writes whole seconds, and
 * an answer is under way for a moment: a clock that differs by less is taken to be right.
 */
public final class ServerClock implements InstantSource, Interceptor {
  private static final String NAME = "kvreshard-server-clock";
  private static final Duration UNCERTAINTY = Duration.ofSeconds(2);

  private final InstantSource local;
  private volatile Duration ahead = Duration.ZERO;

  /** A clock that has heard nothing yet. */
  public ServerClock(InstantSource local) {
    this.local = local;
  }

  /** Listens to the answers that a client gets. */
  public void listen(HttpClient.Builder client) {
    client.addOrReplaceInterceptor(NAME, this);
  }

  @Override
  public Instant instant() {
    return local.instant().plus(ahead);
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    var date = response.header("Date");
    if (date != null) {
      try {
        hear(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
      } catch (DateTimeException e) {
        // A proxy's, perhaps; the next answer may be better.
      }
    }
  }

  /** The server has just said this. */
  synchronized void hear(Instant date) {
    var difference = Duration.between(instant(), date);
    if (difference.isPositive()) {
      ahead = ahead.plus(difference);
    } else if (difference.negated().compareTo(UNCERTAINTY) > 0) {
      ahead = ahead.plus(difference).plus(UNCERTAINTY);
    }
  }
}
