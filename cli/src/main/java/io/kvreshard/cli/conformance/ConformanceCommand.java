package io.kvreshard.cli.conformance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kvreshard conformance}. */
@Command(
    name = "conformance",
    description = {
      "Runs conformance cases through the product's own code, with upstream's limits.",
      "Prints a line for each failing case: file, case, what was expected and what was got."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every case passed or was skipped",
      "1:a case failed, or a line is no case",
      "2:there are no cases"
    },
    mixinStandardHelpOptions = true)
public final class ConformanceCommand implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int UNUSABLE = 2;

  @Parameters(paramLabel = "DIR", description = "Folder of *.jsonl files, one case a line.")
  Path folder;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    var tally = new Tally(out);
    for (CaseFile file : files()) {
      file.forEach(row -> tally.judge(file.name(), row), tally::unreadable);
    }
    out.println(tally.summary());
    out.flush();
    if (tally.isEmpty()) {
      complain(folder + " has no cases: name a folder with *.jsonl files, one case a line");
      return UNUSABLE;
    }
    return tally.hasFailures() ? FAILED : 0;
  }

  private List<CaseFile> files() throws IOException {
    try {
      return CaseFile.in(folder);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }

  private void complain(String why) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("conformance: " + why);
    err.flush();
  }
}
