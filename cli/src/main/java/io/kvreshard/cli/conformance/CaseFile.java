package io.kvreshard.cli.conformance;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.kvreshard.core.conformance.MalformedCase;
import io.kvreshard.core.conformance.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A file of cases, one JSON object a line, read line by line. */
final class CaseFile {
  /** Lines hold whole documents as strings: what is too large, the product must say. */
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNumberLength(Integer.MAX_VALUE)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path path;

  CaseFile(Path path) {
    this.path = path;
  }

  /** The {@code *.jsonl} files of a folder, by name. */
  static List<CaseFile> in(Path folder) throws IOException {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jsonl")) {
      for (Path path : files) {
        if (!Files.isDirectory(path)) {
          paths.add(path);
        }
      }
    }
    Collections.sort(paths);
    return paths.stream().map(CaseFile::new).toList();
  }

  String name() {
    return path.getFileName().toString();
  }

  /**
   * Reads all cases, in order. Each line is decoded by itself: one that is not UTF-8 spoils no
   * other.
   *
   * @param unreadable is told of every line that is no case: its file, its number and why
   */
  void forEach(Consumer<Row> action, BiConsumer<String, String> unreadable) {
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          read(line, number, action, unreadable);
        }
      }
    } catch (IOException e) {
      unreadable.accept(name(), "it cannot be read: " + e);
    }
  }

  private void read(
      String line, int number, Consumer<Row> action, BiConsumer<String, String> unreadable) {
    String place = name() + ":" + number;
    Row row;
    try {
      Map<?, ?> fields = JSON.readValue(utf8(line), Map.class);
      if (fields == null) {
        unreadable.accept(place, "it is null");
        return;
      }
      row = new Row(fields);
      row.id();
      row.kind();
    } catch (MalformedCase e) {
      unreadable.accept(place, e.why());
      return;
    } catch (JsonProcessingException e) {
      unreadable.accept(place, "it is no JSON object: " + e.getOriginalMessage());
      return;
    } catch (CharacterCodingException e) {
      unreadable.accept(place, "it is not UTF-8");
      return;
    }
    action.accept(row);
  }

  /** A line that was read byte by byte; a byte order mark means nothing. */
  private static String utf8(String line) throws CharacterCodingException {
    byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
