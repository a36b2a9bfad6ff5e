package io.kvreshard.crd.telemetry;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts and times what is written to a control plane, by verb, kind and outcome. */
public final class WriteMeters implements WriteInterceptor {
  private final MeterRegistry registry;

  public WriteMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  private enum Outcome {
    OK,
    CONFLICT,
    REFUSED,
    FAILED
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    var running = Timer.start(registry);
    var outcome = Outcome.FAILED;
    try {
      var written = write.run();
      outcome = Outcome.OK;
      return written;
    } catch (Exception e) {
      outcome =
          switch (e) {
            case ConflictException _ -> Outcome.CONFLICT;
            case RefusedException _ -> Outcome.REFUSED;
            default -> Outcome.FAILED;
          };
      throw e;
    } finally {
      running.stop(timer(verb, object.getKind(), outcome));
    }
  }

  private Timer timer(Verb verb, String kind, Outcome outcome) {
    return Timer.builder("kvreshard.api.write.duration")
        .description("Writes to the API: their number and how long they took.")
        .tag("verb", word(verb))
        .tag("kind", kind)
        .tag("outcome", word(outcome))
        .register(registry);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
