package io.kvreshard.cli.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** A tab, as a person with a mouse and a keyboard uses it. */
public final class Tab {
  private static final Duration LOADED = Duration.ofSeconds(20);

  private final DevTools tools;
  private final String session;
  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  Tab(DevTools tools, String session) {
    this.tools = tools;
    this.session = session;
    tools.listen(session, this::hear);
    for (var domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", Map.of());
    }
  }

  /** Opens a page that sets {@code data-ready} when it is. */
  public void open(URI page) {
    send("Page.navigate", Map.of("url", "about:blank"));
    requests.clear();
    send("Page.navigate", Map.of("url", page.toString()));
    Awaitility.await("the page " + page)
        .atMost(LOADED)
        .until(() -> evaluate("document.documentElement?.dataset.ready === 'true'").asBoolean());
  }

  /** In pixels of the page. */
  public void resize(int width, int height) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** {@code light} or {@code dark}. */
  public void prefer(String scheme) {
    send(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Moves the mouse there, in pixels of the window. */
  public void hover(double x, double y) {
    mouse("mouseMoved", x, y, 0);
  }

  /** Clicks there. */
  public void click(double x, double y) {
    mouse("mousePressed", x, y, 1);
    mouse("mouseReleased", x, y, 1);
  }

  private void mouse(String type, double x, double y, int clicks) {
    send(
        "Input.dispatchMouseEvent",
        Map.of(
            "type",
            type,
            "x",
            x,
            "y",
            y,
            "button",
            clicks == 0 ? "none" : "left",
            "clickCount",
            clicks));
  }

  /** Presses and releases a key, such as {@code ArrowDown}. */
  public void press(String key) {
    for (var type : List.of("rawKeyDown", "keyUp")) {
      send("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key));
    }
  }

  /** The value of an expression in the page. */
  public JsonNode evaluate(String expression) {
    var result = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Exceptions, and errors and warnings in the console. */
  public List<String> troubles() {
    return List.copyOf(troubles);
  }

  /** Everything that the page asked for since it was opened, itself included. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private void hear(JsonNode event) {
    var params = event.path("params");
    switch (event.path("method").asText()) {
      case "Runtime.exceptionThrown" -> troubles.add(params.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> troubles.add(params.path("args").toString());
      case "Log.entryAdded" -> troubles.add(params.path("entry").path("text").asText());
      case "Network.requestWillBeSent" -> requests.add(params.path("request").path("url").asText());
      default -> {}
    }
  }

  private JsonNode send(String method, Map<String, Object> parameters) {
    return tools.send(session, method, parameters);
  }
}
