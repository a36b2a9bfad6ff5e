package io.kvreshard.cli.input;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** YAML as people and kubectl write it: some documents, divided by {@code ---}. */
public final class YamlText {
  private static final int MAX_CODE_POINTS = 64 << 20;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MAX_CODE_POINTS).setUseMarks(true).build();

  private YamlText() {}

  /**
   * The documents that are not empty.
   *
   * @throws YamlSyntaxException if the text is not YAML
   * @throws io.kvreshard.core.RejectedException if some of it has no meaning in JSON
   */
  public static List<YamlDocument> read(String text) {
    var documents = new ArrayList<YamlDocument>();
    try {
      var events = new Parse(SETTINGS).parseString(text).iterator();
      while (events.hasNext()) {
        if (events.next() instanceof DocumentStartEvent) {
          var document = YamlTree.read(events);
          if (!document.content().isNull()) {
            documents.add(document);
          }
        }
      }
    } catch (MarkedYamlEngineException e) {
      throw new YamlSyntaxException(
          e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1), e.getProblem());
    } catch (YamlEngineException e) {
      throw new YamlSyntaxException(1, String.valueOf(e.getMessage()).strip());
    }
    return List.copyOf(documents);
  }
}
