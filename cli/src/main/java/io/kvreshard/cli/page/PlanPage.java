package io.kvreshard.cli.page;

import io.kvreshard.cli.move.PlannedMove;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Puts a page together. */
public final class PlanPage {
  /** In the order in which they need each other. */
  private static final List<String> SCRIPTS =
      List.of("model", "palette", "grid", "matrix", "words", "pointer", "main");

  private PlanPage() {}

  /** The whole page. */
  public static String html(PlannedMove planned) {
    var script =
        SCRIPTS.stream().map(name -> resource(name + ".js")).collect(Collectors.joining("\n"));
    return resource("page.html")
        .replace("{{title}}", text(planned.move().job() + " · kvreshard plan"))
        .replace("{{style}}", resource("style.css"))
        .replace("{{script}}", script)
        .replace("{{data}}", data(PageData.of(planned).toString()));
  }

  /** JSON that no HTML parser takes for the end of its script. */
  private static String data(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static String text(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(PlanPage.class.getResourceAsStream("/page/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
