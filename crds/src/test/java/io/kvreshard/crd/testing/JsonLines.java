package io.kvreshard.crd.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a program writes to its log in the format "json", with its own configuration. */
public final class JsonLines implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Logger logger;
  private final Lines lines;

  /**
   * Listens from now on.
   *
   * @param configuration the program's, a resource
   * @param of the package whose lines are listened to, from INFO on
   */
  public JsonLines(String configuration, String of) throws JoranException {
    lines = new Lines(encoder(configuration));
    logger = (Logger) LoggerFactory.getLogger(of);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    lines.start();
    logger.addAppender(lines);
  }

  private static Encoder<ILoggingEvent> encoder(String configuration) throws JoranException {
    var context = new LoggerContext();
    context.putProperty("LOG_FORMAT", "json");
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(
            JsonLines.class.getClassLoader().getResource(configuration), configuration));
    requireSilence(context);
    var appender = context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("log");
    return ((ConsoleAppender<ILoggingEvent>) Objects.requireNonNull(appender, "log")).getEncoder();
  }

  /** Logback prints what it did, which is no JSON, as soon as it has something to complain of. */
  private static void requireSilence(LoggerContext context) {
    var complaints =
        context.getStatusManager().getCopyOfStatusList().stream()
            .filter(status -> status.getEffectiveLevel() > Status.INFO)
            .toList();
    if (!complaints.isEmpty()) {
      throw new AssertionError(complaints.toString());
    }
  }

  /** The lines so far, read again. */
  public List<JsonNode> lines() {
    return lines.texts.stream().map(JsonLines::line).toList();
  }

  private static JsonNode line(String text) {
    if (text.strip().lines().count() != 1) {
      throw new AssertionError("not one line: " + text);
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  /** Encodes at once, as a console does: later an event would not know its thread any more. */
  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final Encoder<ILoggingEvent> encoder;
    private final List<String> texts = new CopyOnWriteArrayList<>();

    Lines(Encoder<ILoggingEvent> encoder) {
      this.encoder = encoder;
    }

    @Override
    protected void append(ILoggingEvent event) {
      texts.add(new String(encoder.encode(event), StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
