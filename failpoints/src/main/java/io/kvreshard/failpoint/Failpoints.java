package io.kvreshard.failpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls that stand at the points. They do nothing but in a process that was started with {@code
 * -Dkvreshard.failpoints=FOLDER}: there they set off the {@link Trap}s that a test has laid in the
 * folder.
 *
 * <pre>{@code
 * Failpoints.before(Step.AGENT_PIN, RuntimeFailure.Transient::new);
 * var pages = session.pin(operation);
 * Failpoints.after(Step.AGENT_PIN, RuntimeFailure.Transient::new);
 * }</pre>
 */
public final class Failpoints {
  /** System property: the folder of this process, a {@link TrapFolder}. */
  public static final String PROPERTY = "kvreshard.failpoints";

  private static final @Nullable Traps TRAPS = traps(System.getProperty(PROPERTY));

  private Failpoints() {}

  private static @Nullable Traps traps(@Nullable String folder) {
    return folder == null ? null : new Traps(new TrapFolder(Path.of(folder)));
  }

  /** What a control plane throws that does not answer. */
  public static UncheckedIOException unreachable(String sentence) {
    return new UncheckedIOException(new IOException(sentence));
  }

  /** The step comes now; it cannot fail by itself. */
  public static void before(Step step) {
    if (TRAPS != null) {
      TRAPS.pass(new Failpoint(step, Moment.BEFORE), IllegalStateException::new);
    }
  }

  /** The step was taken; it cannot fail by itself. */
  public static void after(Step step) {
    if (TRAPS != null) {
      TRAPS.pass(new Failpoint(step, Moment.AFTER), IllegalStateException::new);
    }
  }

  /**
   * The step comes now.
   *
   * @param error makes, from a sentence, what is thrown where the step fails
   */
  public static <X extends Exception> void before(Step step, Function<String, X> error) throws X {
    if (TRAPS != null) {
      TRAPS.pass(new Failpoint(step, Moment.BEFORE), error);
    }
  }

  /**
   * The step was taken.
   *
   * @param error makes, from a sentence, what is thrown where the step is done and its answer lost
   */
  public static <X extends Exception> void after(Step step, Function<String, X> error) throws X {
    if (TRAPS != null) {
      TRAPS.pass(new Failpoint(step, Moment.AFTER), error);
    }
  }
}
