package io.kvreshard.cli.input;

import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** YAML as people and kubectl write it: some documents, divided by {@code ---}. */
public final class YamlText {
  /** The most that one file may have. */
  private static final int MAX_CHARACTERS = 64 << 20;

  /** The library copies all of a long value with every buffer that it fills. */
  private static final int BUFFER = 1 << 16;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setCodePointLimit(MAX_CHARACTERS)
          .setBufferSize(BUFFER)
          .setUseMarks(true)
          .build();

  /** Editors put it before a text; it is not part of it. */
  private static final String BOM = "\uFEFF";

  private YamlText() {}

  /**
   * The documents that are not empty.
   *
   * @throws UnreadableYamlException if some of it is not YAML, or has no meaning in JSON
   */
  public static List<YamlDocument> read(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new UnreadableYamlException(
          1,
          new Rejection(
              RejectionCategory.LIMIT,
              "",
              "more than %d characters of YAML: divide the file".formatted(MAX_CHARACTERS)));
    }
    var documents = new ArrayList<YamlDocument>();
    try {
      var events =
          new Parse(SETTINGS)
              .parseString(text.startsWith(BOM) ? text.substring(1) : text)
              .iterator();
      while (events.hasNext()) {
        if (events.next() instanceof DocumentStartEvent) {
          var document = YamlTree.read(events);
          if (!document.content().isNull()) {
            documents.add(document);
          }
        }
      }
    } catch (MarkedYamlEngineException e) {
      throw UnreadableYamlException.syntax(
          e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1), e.getProblem());
    } catch (YamlEngineException e) {
      throw UnreadableYamlException.syntax(1, String.valueOf(e.getMessage()).strip());
    }
    return List.copyOf(documents);
  }
}
