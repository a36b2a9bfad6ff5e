package io.kvreshard.e2e.repository;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of a source tree.
 *
 * @param files that belong to it, relative to its root
 */
record Repository(Path root, Set<Path> files) {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*|#.*");

  /** What git has, or would have if all were added. */
  static Repository ofGit(Path root) throws IOException, InterruptedException {
    var git =
        new ProcessBuilder(
                "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var names = new String(git.getInputStream().readAllBytes(), UTF_8);
    if (git.waitFor() != 0) {
      throw new IOException("git does not tell the files of " + root);
    }
    var files = new TreeSet<Path>();
    for (var name : names.split("\0", -1)) {
      if (Files.isRegularFile(root.resolve(name))) {
        files.add(Path.of(name));
      }
    }
    return new Repository(root, files);
  }

  List<Path> documents() {
    return files.stream().filter(file -> file.toString().endsWith(".md")).toList();
  }

  /** Links of documents to files that are not there: "document: link". */
  List<String> deadLinks() {
    return documents().stream()
        .flatMap(
            document ->
                links(document)
                    .filter(link -> !there(target(document, link)))
                    .map(link -> document + ": " + link))
        .toList();
  }

  /** The documents to which links lead from this one, over any number of others; and itself. */
  Set<Path> reachable(Path from) {
    var reached = new HashSet<Path>();
    reach(from, reached);
    return reached;
  }

  private void reach(Path document, Set<Path> reached) {
    if (reached.add(document)) {
      links(document)
          .map(link -> target(document, link))
          .filter(documents()::contains)
          .forEach(next -> reach(next, reached));
    }
  }

  /** Lines with a match: "file:number: line". */
  List<String> lines(Pattern pattern) {
    return files.stream().flatMap(file -> lines(file, pattern)).toList();
  }

  private Stream<String> lines(Path file, Pattern pattern) {
    var lines = text(file).lines().toList();
    return Stream.iterate(0, number -> number < lines.size(), number -> number + 1)
        .filter(number -> pattern.matcher(lines.get(number)).find())
        .map(number -> "%s:%d: %s".formatted(file, number + 1, lines.get(number)));
  }

  private Stream<String> links(Path document) {
    return LINK.matcher(text(document))
        .results()
        .map(match -> match.group(1))
        .filter(link -> !ELSEWHERE.matcher(link).matches());
  }

  /** A file, or a folder with files. */
  private boolean there(Path target) {
    return files.stream().anyMatch(file -> file.startsWith(target));
  }

  private static Path target(Path document, String link) {
    return document.resolveSibling(link.replaceFirst("#.*", "")).normalize();
  }

  /** Of any file: not all are text. */
  private String text(Path file) {
    try {
      return Files.readString(root.resolve(file), ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
