package io.kvreshard.sim;

import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.link.ControlSocket.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** Asks all engine processes of a pod and prints what they say. */
final class Asking {
  private Asking() {}

  /** Returns the exit status. */
  static int all(Path directory, Question question, CommandLine command) throws IOException {
    List<Path> sockets = ControlSocket.in(directory);
    if (sockets.isEmpty()) {
      command.getErr().println("no engine process in " + directory);
      return 2;
    }
    boolean well = true;
    for (Path socket : sockets) {
      Answer answer = ask(socket, question);
      if (!answer.json().isEmpty()) {
        command.getOut().println(answer.json());
      }
      well &= answer.well();
    }
    return well ? 0 : 1;
  }

  private static Answer ask(Path socket, Question question) {
    try {
      return ControlSocket.ask(socket, question);
    } catch (IOException e) {
      String json =
          CanonicalJson.text(
              out ->
                  out.beginObject()
                      .name("error")
                      .string(String.valueOf(e.getMessage()))
                      .name("process")
                      .string(ControlSocket.process(socket))
                      .endObject());
      return new Answer(false, json);
    }
  }
}
