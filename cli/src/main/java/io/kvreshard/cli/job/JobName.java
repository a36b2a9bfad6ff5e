package io.kvreshard.cli.job;

import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Patterns;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A KVReshardJob as people name one to kubectl: {@code job/NAME}, {@code kvjob/NAME} or NAME. */
record JobName(String value) {
  private static final Set<String> KINDS =
      Set.of(
          "job",
          "kvjob",
          "kvreshardjob",
          "kvreshardjobs",
          "kvreshardjob.kvreshard.io",
          "kvreshardjobs.kvreshard.io");
  private static final Pattern NAME = Pattern.compile(Patterns.NAME);

  /** Of an argument. */
  static final class Converter implements ITypeConverter<JobName> {
    @Override
    public JobName convert(String text) {
      int slash = text.indexOf('/');
      if (slash >= 0 && !KINDS.contains(text.substring(0, slash).toLowerCase(Locale.ROOT))) {
        throw new TypeConversionException(
            "'%s' is no KVReshardJob: it is named job/NAME, kvjob/NAME or NAME".formatted(text));
      }
      var name = text.substring(slash + 1);
      if (!NAME.matcher(name).matches() || name.length() > Bounds.TEXT) {
        throw new TypeConversionException(
            "'%s' is no name: at most %d of a-z, 0-9, '-' and '.', with a letter or digit at both ends"
                .formatted(name, Bounds.TEXT));
      }
      return new JobName(name);
    }
  }
}
