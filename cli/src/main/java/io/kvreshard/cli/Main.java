package io.kvreshard.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code kvreshard} command. */
@Command(name = "kvreshard", version = "kvreshard 0.1.0", mixinStandardHelpOptions = true)
final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
