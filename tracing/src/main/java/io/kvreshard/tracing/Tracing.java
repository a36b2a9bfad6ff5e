package io.kvreshard.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Makes the spans of one process, or none. Thread-safe. */
public final class Tracing implements AutoCloseable {
  private static final String SCOPE = "io.kvreshard";
  private static final String INSTANCE = "service.instance.id";
  private static final Tracer NONE = TracerProvider.noop().get(SCOPE);
  private static final Tracing OFF = new Tracing(Optional.empty());

  /** Held: the JDK forgets what it was told about a logger that nobody holds. */
  private static final Logger OPENTELEMETRY = Logger.getLogger("io.opentelemetry");

  /** Spans that were not sent by then are lost: the end of a process does not wait for them. */
  private static final Duration FLUSH = Duration.ofSeconds(3);

  private final Optional<SdkTracerProvider> provider;
  private final Tracer tracer;

  private Tracing(Optional<SdkTracerProvider> provider) {
    this.provider = provider;
    this.tracer = provider.map(it -> it.get(SCOPE)).orElse(NONE);
  }

  /** Makes none, and costs nothing. */
  public static Tracing off() {
    return OFF;
  }

  /**
   * As the process's environment asks for it: see docs/tracing.md. What it asks for and cannot be
   * had is logged; the process does its work without.
   *
   * @param service {@code service.name}, if the environment says no other
   * @param instance {@code service.instance.id}, if it says no other
   */
  public static Tracing start(String service, String instance) {
    return start(service, instance, System.getenv());
  }

  static Tracing start(String service, String instance, Map<String, String> environment) {
    if (!Asked.by(environment)) {
      return OFF;
    }
    logAsWeDo();
    var log = LoggerFactory.getLogger(Tracing.class);
    try {
      var made =
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesSupplier(() -> Map.of("otel.service.name", service))
              .addPropertiesSupplier(() -> Asked.properties(environment))
              .addResourceCustomizer((all, given) -> named(all, given, instance))
              .addTracerProviderCustomizer((builder, _) -> builder.setIdGenerator(new ChosenIds()))
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
      log.info("Traces of {} {} are exported", service, instance);
      return new Tracing(Optional.of(made.getSdkTracerProvider()));
    } catch (RuntimeException e) {
      log.error("No traces, something is wrong with the variables OTEL_*: {}", e.getMessage());
      return OFF;
    }
  }

  /** All spans go there; for tests. */
  public static Tracing to(SpanProcessor processor, String service, String instance) {
    return new Tracing(
        Optional.of(
            SdkTracerProvider.builder()
                .setIdGenerator(new ChosenIds())
                .setResource(
                    instance(instance)
                        .merge(
                            Resource.create(
                                Attributes.builder().put("service.name", service).build())))
                .addSpanProcessor(processor)
                .build()));
  }

  /** The library draws an instance at random; a node's name says more. */
  private static Resource named(Resource all, ConfigProperties given, String instance) {
    return given.getMap("otel.resource.attributes").containsKey(INSTANCE)
        ? all
        : all.merge(instance(instance));
  }

  private static Resource instance(String id) {
    return Resource.create(Attributes.builder().put(INSTANCE, id).build());
  }

  /** The library logs by java.util.logging, in lines that no collector understands. */
  private static void logAsWeDo() {
    OPENTELEMETRY.setUseParentHandlers(false);
    if (OPENTELEMETRY.getHandlers().length == 0) {
      OPENTELEMETRY.addHandler(new SLF4JBridgeHandler());
    }
  }

  /** Whether it makes any. */
  public boolean on() {
    return provider.isPresent();
  }

  /**
   * A child of the current span. Without a current span, or when the {@link #bounded} number of
   * them is used up, it is none: what is done within belongs to the current span.
   */
  public SpanBuilder child(String name) {
    Context here = Context.current();
    boolean made = Span.fromContext(here).getSpanContext().isValid() && Budget.take(here);
    return (made ? tracer : NONE).spanBuilder(name).setParent(here);
  }

  /** A child of a span that may be somebody else's. */
  public SpanBuilder child(SpanContext parent, String name) {
    // Without an exporter a child would be its parent, and engines would be told of that.
    return on()
        ? tracer.spanBuilder(name).setParent(JobTrace.under(parent))
        : NONE.spanBuilder(name).setNoParent();
  }

  /**
   * The span of a request that was asked for, whoever asked.
   *
   * @param traceParent as {@link TraceParent} wrote it; there is no span for a request without
   */
  public SpanBuilder served(String name, String traceParent) {
    Context context = TraceParent.context(traceParent);
    boolean made = Span.fromContext(context).getSpanContext().isValid();
    return (made ? tracer : NONE).spanBuilder(name).setParent(context).setSpanKind(SpanKind.SERVER);
  }

  /** Starts a span whose id others know: see {@link JobTrace}. */
  public static Span startAs(SpanContext self, SpanBuilder span) {
    return ChosenIds.start(self, span);
  }

  /** A root. */
  public SpanBuilder root(String name) {
    return tracer.spanBuilder(name).setNoParent();
  }

  /**
   * Where a thing is done that may go on for long: at most so many spans are made below its own.
   */
  public static Context bounded(Span span, int spans) {
    return Budget.in(Context.current().with(span), spans);
  }

  /** Sends what was made, within a bound. */
  @Override
  public void close() {
    provider.ifPresent(it -> it.shutdown().join(FLUSH.toNanos(), TimeUnit.NANOSECONDS));
  }
}
