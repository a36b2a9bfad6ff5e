package io.kvreshard.agent.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.control.DirectoryControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodFoldersTest {
  @TempDir Path directory;

  @Test
  void theFolderOfAPodThatIsGoneGoesAtTheSecondLook() throws Exception {
    try (var plane = new DirectoryControlPlane(directory.resolve("objects"))) {
      var parent = directory.resolve("s");
      var uid = NodePods.create(plane, "models", "llama-0").getMetadata().getUid();
      var there = Files.createDirectories(parent.resolve(uid));
      var gone = Files.createDirectories(parent.resolve("gone"));
      Files.writeString(gone.resolve("memory"), "x");
      var folders = new PodFolders(plane, "node-1", parent);

      folders.sweep();
      assertThat(gone).exists();
      folders.sweep();
      assertThat(gone).doesNotExist();
      assertThat(there).exists();
    }
  }
}
