package io.kvreshard.cli.job;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** For how long a command waits. */
final class Patience {
  private static final Duration LONGEST = Duration.ofDays(365);

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = Converter.class,
      description = "90s, 10m, 1h30m; 0s looks once. Default: ${DEFAULT-VALUE}.")
  private Duration limit = Duration.ofMinutes(10);

  Duration limit() {
    return limit;
  }

  /** Of {@code 1h30m}, as Go and kubectl write it. */
  static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        var time = Duration.parse("PT" + text);
        if (!time.isNegative() && time.compareTo(LONGEST) <= 0) {
          return time;
        }
      } catch (DateTimeParseException e) {
        throw refused(text);
      }
      throw refused(text);
    }

    private static TypeConversionException refused(String text) {
      return new TypeConversionException(
          "'%s' is no time of at most %d days, as 90s, 10m or 1h30m"
              .formatted(text, LONGEST.toDays()));
    }
  }
}
