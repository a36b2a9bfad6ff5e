package io.kvreshard.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The only code of the agent that runs as root, before the agent starts: makes its two folders on
 * the node and gives them to the agent's user. Arguments: run folder, state folder, numeric user
 * id.
 */
public final class FoldersMain {
  private FoldersMain() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      System.err.println("usage: FoldersMain RUN_FOLDER STATE_FOLDER UID");
      System.exit(2);
    }
    prepare(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]));
  }

  static void prepare(Path run, Path state, int owner) throws IOException {
    give(run, owner, "rwxr-xr-x");
    // Kubelet makes a pod's folder in here with the mode of this one; engines run as any user.
    give(run.resolve("s"), owner, "rwxrwxrwx");
    give(state, owner, "rwx------");
  }

  private static void give(Path folder, int owner, String mode) throws IOException {
    Files.createDirectories(folder);
    Files.setAttribute(folder, "unix:uid", owner);
    Files.setAttribute(folder, "unix:gid", owner);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
  }
}
