package io.kvreshard.cli.bench;

import io.kvreshard.bench.Figure;
import io.kvreshard.cli.output.Format;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints figures as they come, and remembers whether all are what they must be. */
final class FigurePrinter implements Consumer<Figure> {
  private final PrintWriter out;
  private final Format format;
  private boolean good = true;

  FigurePrinter(PrintWriter out, Format format) {
    this.out = out;
    this.format = format;
    if (format == Format.TABLE) {
      out.println(FigureText.HEADER);
      out.flush();
    }
  }

  @Override
  public void accept(Figure figure) {
    good &= figure.ok();
    out.println(
        switch (format) {
          case TABLE -> FigureText.row(figure);
          case JSON -> FigureText.json(figure);
        });
    out.flush();
  }

  /** Of the command. */
  int status() {
    return good ? 0 : 1;
  }
}
