package io.kvreshard.bench.transfer;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * One of the processes between which bytes move. It reads commands from its input, one a line, and
 * answers each with a line: {@code ok} and numbers, or {@code failed} and why. It ends with its
 * input.
 *
 * <pre>EndMain sender|receiver|local|engine DIRECTORY SHAPE</pre>
 */
public final class EndMain {
  private EndMain() {}

  /** Its only use is in {@link EndProcess}. */
  public static void main(String[] args) throws Exception {
    var directory = Path.of(args[1]);
    var shape = Shape.parse(args[2]);
    try (End end =
            switch (Role.valueOf(args[0])) {
              case SENDER -> Sender.open(shape, directory);
              case RECEIVER -> Receiver.open(shape, directory);
              case LOCAL -> Local.open(shape, directory);
              case ENGINE -> Engine.open(shape, directory);
            };
        var commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      answer("ok");
      for (var line = commands.readLine(); line != null; line = commands.readLine()) {
        answer(obey(end, line));
      }
    }
  }

  /** What a process is for. */
  enum Role {
    SENDER,
    RECEIVER,
    LOCAL,
    /** Of the sender's source; not started before it. */
    ENGINE
  }

  private static String obey(End end, String line) throws InterruptedException {
    try {
      return ("ok " + end.obey(line.split(" ", -1))).strip();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return "failed " + String.valueOf(e).replace('\n', ' ');
    }
  }

  private static void answer(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
