package io.kvreshard.e2e.repository;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryTest {
  private static final Path README = Path.of("README.md");

  /** Each in two halves: this file is checked, too. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|X" + "XX|(?i:lo" + "rem))\\b");

  @TempDir Path folder;

  @Test
  void noLinkOfADocumentIsDead() throws Exception {
    assertThat(project().deadLinks()).isEmpty();
  }

  @Test
  void theReadmeLeadsToEveryDocument() throws Exception {
    var project = project();
    var documents = project.documents().stream().filter(file -> file.startsWith("docs")).toList();
    assertThat(documents).isNotEmpty();
    assertThat(project.reachable(README)).containsAll(documents);
  }

  @Test
  void nothingIsLeftToBeDoneLater() throws Exception {
    assertThat(project().lines(PLACEHOLDER)).isEmpty();
  }

  /** Demo and tests have several programs of ours on one class path: each names its own file. */
  @Test
  void noProgramConfiguresLoggingForTheOthers() throws Exception {
    assertThat(project().files())
        .filteredOn(file -> file.toString().contains("src/main/resources"))
        .extracting(file -> file.getFileName().toString())
        .doesNotContain("logback.xml", "logback-test.xml");
  }

  @Test
  void whatIsWrongIsSeen() throws IOException {
    var tree =
        tree(
            "README.md: [far](https://example.org/none), [here](#here), [a](docs/a.md#part)",
            "docs/a.md: [up](../README.md), [folder](../src), [gone](b.md)",
            "docs/lonely.md: TO" + "DO: link here",
            "src/Main.java: // nothing");

    assertThat(tree.deadLinks()).containsExactly("docs/a.md: b.md");
    assertThat(tree.reachable(README)).containsExactlyInAnyOrder(README, Path.of("docs/a.md"));
    assertThat(tree.lines(PLACEHOLDER)).containsExactly("docs/lonely.md:1: TO" + "DO: link here");
  }

  private Repository tree(String... files) throws IOException {
    for (var file : files) {
      var parts = file.split(": ", 2);
      var path = folder.resolve(parts[0]);
      Files.createDirectories(path.getParent());
      Files.writeString(path, parts[1]);
    }
    Set<Path> names =
        Stream.of(files)
            .map(file -> Path.of(file.split(": ", 2)[0]))
            .collect(Collectors.toUnmodifiableSet());
    return new Repository(folder, names);
  }

  private static Repository project() throws Exception {
    return Repository.ofGit(Project.root());
  }
}
