package io.kvreshard.cli.input;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** One file that was named on the command line. */
public final class InputFile {
  /** The most that one file may have. */
  private static final int MAX_BYTES = 256 << 20;

  private static final String STDIN = "-";

  private final String name;
  private final byte[] bytes;

  private InputFile(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /**
   * Reads a file, or standard input for {@code -}.
   *
   * @throws UnusableInputException if that fails
   */
  public static InputFile read(String argument) {
    return argument.equals(STDIN) ? readStdin(System.in) : readPath(argument);
  }

  /** As it was typed; {@code stdin} for {@code -}. */
  public String name() {
    return name;
  }

  /**
   * What is in it.
   *
   * @throws RejectedException if it is not UTF-8
   */
  public String text() {
    var rest = ByteBuffer.wrap(bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(rest).toString();
    } catch (CharacterCodingException _) {
      throw new RejectedException(
          RejectionCategory.ENCODING, "", "byte %d is not UTF-8".formatted(rest.position()));
    }
  }

  static InputFile readStdin(InputStream in) {
    try {
      return of("stdin", in.readNBytes(MAX_BYTES + 1));
    } catch (IOException e) {
      throw unreadable("stdin", e);
    }
  }

  private static InputFile readPath(String argument) {
    Path path = path(argument);
    if (Files.isDirectory(path)) {
      throw new UnusableInputException(argument + ": is a directory, name the files in it");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return of(argument, in.readNBytes(MAX_BYTES + 1));
    } catch (NoSuchFileException _) {
      throw new UnusableInputException(argument + ": there is no such file");
    } catch (IOException e) {
      throw unreadable(argument, e);
    }
  }

  private static Path path(String argument) {
    if (argument.isEmpty()) {
      throw new UnusableInputException("the name of a file is empty");
    }
    try {
      return Path.of(argument);
    } catch (InvalidPathException e) {
      throw new UnusableInputException(
          "%s: cannot name a file in this locale: %s".formatted(argument, e.getReason()));
    }
  }

  private static InputFile of(String name, byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new UnusableInputException(
          "%s: has more than %d MiB, split it".formatted(name, MAX_BYTES >> 20));
    }
    return new InputFile(name, bytes);
  }

  private static UnusableInputException unreadable(String name, IOException e) {
    return new UnusableInputException("%s: cannot be read: %s".formatted(name, reason(e)));
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "you have no permission to do so";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
