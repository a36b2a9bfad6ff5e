package io.kvreshard.cli.move;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which move a command is about. */
public final class MoveOptions {
  @Option(
      names = {"-f", "--filename"},
      required = true,
      split = ",",
      paramLabel = "FILE",
      description =
          "Files with the job, the KVSnapshots that it names and their ConfigMaps, in any order."
              + " \"-\": standard input.")
  List<String> files = List.of();

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "The KVReshardJob, if there are several in the files.")
  @Nullable String job;

  /** Reads it: see {@link MoveFiles#read}. */
  public Move read() {
    return MoveFiles.read(files, job);
  }
}
