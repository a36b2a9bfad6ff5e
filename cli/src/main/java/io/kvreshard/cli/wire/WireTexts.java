package io.kvreshard.cli.wire;

import java.util.ArrayList;
import java.util.List;

/** Divides a file into the texts of its JSON documents. */
public final class WireTexts {
  private static final String BOM = "\uFEFF";

  /**
   * One of a file's texts.
   *
   * @param line on which it begins, from 1
   */
  public record Piece(int line, String text) {}

  private WireTexts() {}

  /** True if the text is meant as JSON of the contract rather than as objects of Kubernetes. */
  public static boolean isWire(String text) {
    var marked = text.stripLeading();
    var start = marked.startsWith(BOM) ? marked.substring(1).stripLeading() : marked;
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return false;
    }
    var top = TopFields.of(start);
    return !top.containsKey("apiVersion") && !top.containsKey("kind");
  }

  /**
   * The documents: each line, where every line is an object, as {@code plan -o wire} writes them;
   * else each object. What is neither belongs to the document before, which is invalid for it.
   */
  public static List<Piece> split(String text) {
    var lines = lines(text);
    return lines.size() > 1 ? lines : objects(text);
  }

  /** None if one of them is not a whole object. */
  private static List<Piece> lines(String text) {
    var pieces = new ArrayList<Piece>();
    int number = 0;
    for (var line : (Iterable<String>) text.lines()::iterator) {
      number++;
      if (line.startsWith("{") && line.endsWith("}")) {
        pieces.add(new Piece(number, line));
      } else if (!line.isBlank()) {
        return List.of();
      }
    }
    return pieces;
  }

  private static List<Piece> objects(String text) {
    var pieces = new ArrayList<Piece>();
    int line = 1;
    int end;
    for (int start = 0; start < text.length(); start = end) {
      end = new ObjectScan(text, start).end();
      var piece = text.substring(start, end);
      var visible = piece.stripLeading();
      line += newlines(piece) - newlines(visible);
      pieces.add(new Piece(line, piece));
      line += newlines(visible);
    }
    return pieces;
  }

  private static int newlines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }
}
