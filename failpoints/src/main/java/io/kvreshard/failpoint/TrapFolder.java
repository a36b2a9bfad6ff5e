package io.kvreshard.failpoint;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a test and one process meet: which traps are laid, which have struck, which points the
 * process came by. It outlives the process, so that a successor does not step into the same trap.
 *
 * <pre>
 *   traps            a number that is new with every laying, then a trap a line
 *   passed           the points that the process, or a predecessor, came by, one a line, in order
 *   struck-TRAP      made by the process when it steps into the trap
 *   released-TRAP    made by the test: the process may go on
 * </pre>
 */
public final class TrapFolder {
  private static final String STRUCK = "struck-";
  private static final String RELEASED = "released-";

  private final Path traps;
  private final Path passed;
  private final Path folder;

  public TrapFolder(Path folder) {
    this.folder = folder;
    this.traps = folder.resolve("traps");
    this.passed = folder.resolve("passed");
  }

  /** Lays these traps, and no others; an empty list takes all away. */
  public void lay(List<Trap> wanted) {
    try {
      Files.createDirectories(folder);
      try (var old = Files.newDirectoryStream(folder, "{" + STRUCK + "," + RELEASED + "}*")) {
        for (var file : old) {
          Files.delete(file);
        }
      }
      var text = new StringBuilder().append(System.nanoTime()).append('\n');
      wanted.forEach(trap -> text.append(trap).append('\n'));
      var part = folder.resolve("traps.part");
      Files.writeString(part, text);
      Files.move(part, traps, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a process has stepped into the trap. */
  public boolean struck(Trap trap) {
    return Files.exists(folder.resolve(STRUCK + trap));
  }

  /** Lets the process that waits in the trap go on. */
  public void release(Trap trap) {
    create(RELEASED + trap);
  }

  /** The points that were passed, in the order of the first time. */
  public Set<Failpoint> passed() {
    var points = new LinkedHashSet<Failpoint>();
    var text = read(passed);
    // A process may just be writing the last line.
    text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(Failpoint::parse)
        .forEach(points::add);
    return points;
  }

  /** Forgets which points were passed. */
  public void forget() {
    try {
      Files.deleteIfExists(passed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void passed(Failpoint point) {
    // Not through a channel: that would fail in a thread that is interrupted.
    try (var out = new FileOutputStream(passed.toFile(), true)) {
      out.write((point + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True for the first who steps into the trap. */
  boolean strike(Trap trap) {
    return create(STRUCK + trap);
  }

  boolean released(Trap trap) {
    return Files.exists(folder.resolve(RELEASED + trap));
  }

  /** The file of traps as it is; empty: nothing was ever laid. */
  String laid() {
    return read(traps);
  }

  static List<Trap> traps(String laid) {
    return laid.lines().skip(1).map(Trap::parse).toList();
  }

  private boolean create(String name) {
    try {
      Files.createFile(folder.resolve(name));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
