package io.kvreshard.agent.memory;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A folder in which the agent makes what it then puts into pods' directories. Only the agent can
 * write here. A pod can write in its own directory, and could put a link where a file is about to
 * be opened to all users: the link would lead to a file of the agent's. What is put there is
 * complete, and takes the place of whatever lies there: no link is followed.
 *
 * @param folder on the file system of the pods' directories
 */
public record Workshop(Path folder) {
  private static final AtomicLong NUMBER = new AtomicLong();

  /** Makes the folder if it is not there, and removes what a predecessor left in it. */
  public void open() throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder)) {
      for (Path file : old) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** A short path at which nothing lies. */
  public Path fresh() {
    return folder.resolve(Long.toString(NUMBER.incrementAndGet(), Character.MAX_RADIX));
  }

  /**
   * Opens what was made to all users, and puts it in its place: an engine's user is not the
   * agent's, and connecting to a socket needs the right to write.
   *
   * @param made at a {@link #fresh} path
   * @throws IOException if a folder lies there; what was made is gone then
   */
  public void put(Path made, Path place) throws IOException {
    try {
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-rw-rw-"));
      Files.move(made, place, ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(made);
      throw e;
    }
  }
}
