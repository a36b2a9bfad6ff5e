package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryControlPlaneTest extends ControlPlaneContract {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  @Override
  ControlPlane open() {
    return new DirectoryControlPlane(directory);
  }

  @Override
  String namespace() {
    return "team-a";
  }

  @Override
  List<String> events(HasMetadata about) {
    var json = JsonMapper.builder().build();
    try (var lines = Files.lines(directory.resolve("events.jsonl"))) {
      return lines
          .map(
              line -> {
                try {
                  return json.readTree(line);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .filter(event -> event.get("name").asText().equals(about.getMetadata().getName()))
          .map(
              event ->
                  "%s %s %s ×%d"
                      .formatted(
                          event.get("type").asText(),
                          event.get("reason").asText(),
                          event.get("message").asText(),
                          event.get("count").asInt()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void objectsAreReadableFiles() throws Exception {
    plane().create(map("settings", "a"));
    assertThat(directory.resolve("configmaps/team-a/settings.json"))
        .content()
        .contains("\"value\":\"a\"");
  }

  @Test
  void namesCannotLeaveTheDirectory() {
    var plane = plane();
    assertThatThrownBy(() -> plane.get(ConfigMap.class, "..", "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plane.create(map("../../x", "a")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void generationCountsChangesOfTheSpec() throws Exception {
    var plane = plane();
    var job = plane.create(job("edited", 1));
    job.setSpec(job("edited", 2).getSpec());
    assertThat(plane.replace(job).getMetadata().getGeneration()).isEqualTo(2);
  }

  @Test
  void aReplaceThatChangesNothingIsNoWrite() throws Exception {
    var plane = plane();
    var map = plane.create(map("settings", "a"));
    assertThat(version(plane.replace(map))).isEqualTo(version(map));
  }

  @Test
  void anInterruptedReaderHarmsNobody() throws Exception {
    var plane = plane();
    var reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  try {
                    plane.create(map("interrupted", "a"));
                  } catch (ConflictException | UncheckedIOException _) {
                    // its own loss
                  }
                });
    assertThat(reader.join(Duration.ofSeconds(10))).isTrue();
    assertThat(plane.create(map("after", "a")).getMetadata().getUid()).isNotEmpty();
  }

  @Test
  void changesUsuallyArriveWithin100Milliseconds() throws Exception {
    var plane = plane();
    var other = plane();
    var seen = new CopyOnWriteArrayList<String>();
    try (var _ =
        plane.watch(
            ConfigMap.class, Scope.everywhere(), change -> seen.add(version(change.object())))) {
      var map = other.create(map("settings", "0"));
      await().until(() -> seen.contains(version(map)));
      var delays = new long[21];
      var last = map;
      for (int i = 1; i <= delays.length; i++) {
        last.setData(Map.of("value", Integer.toString(i)));
        last = other.replace(last);
        var version = version(last);
        long before = System.nanoTime();
        await().pollInterval(1, TimeUnit.MILLISECONDS).until(() -> seen.contains(version));
        delays[i - 1] = System.nanoTime() - before;
      }
      Arrays.sort(delays);
      assertThat(TimeUnit.NANOSECONDS.toMillis(delays[delays.length / 2])).isLessThan(100);
    }
  }
}
