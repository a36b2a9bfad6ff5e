package io.kvreshard.cli.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.cli.browser.Tab;

/** The map of one side, where it is on the screen. */
record MapOnScreen(Tab tab, String side, long layers, long heads) {
  private static final int LEFT = 46;
  private static final int TOP = 22;
  private static final int EDGE = 2;

  double cellWidth() {
    return (box().path("width").asDouble() - LEFT - EDGE) / heads;
  }

  double rowHeight() {
    return (box().path("height").asDouble() - TOP - EDGE) / layers;
  }

  /** Hovers over a cell; {@code share} of the way through it, as replicas lie side by side. */
  void hover(long layer, long head, double share) {
    var box = box();
    tab.hover(
        box.path("x").asDouble() + LEFT + (head + share) * cellWidth(),
        box.path("y").asDouble() + TOP + (layer + .5) * rowHeight());
  }

  void click(long layer, long head) {
    var box = box();
    tab.click(
        box.path("x").asDouble() + LEFT + (head + .5) * cellWidth(),
        box.path("y").asDouble() + TOP + (layer + .5) * rowHeight());
  }

  /** The colour of the pixel in the middle of a cell: {@code r,g,b,a}. */
  String colour(long layer, long head) {
    return tab.evaluate(
            """
            (() => {
              const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
              pixel.drawImage(%s, %d, %d);
              return pixel.getImageData(0, 0, 1, 1).data.join();
            })()
            """
                .formatted(
                    canvas(),
                    (int) -(LEFT + (head + .5) * cellWidth()),
                    (int) -(TOP + (layer + .5) * rowHeight())))
        .asText();
  }

  void focus() {
    tab.evaluate(canvas() + ".focus()");
  }

  private JsonNode box() {
    return tab.evaluate(canvas() + ".getBoundingClientRect().toJSON()");
  }

  private String canvas() {
    return "document.querySelector('#%s canvas')".formatted(side);
  }
}
