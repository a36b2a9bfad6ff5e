package io.kvreshard.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersMainTest {
  @TempDir Path folder;

  @Test
  void makesFoldersThatEnginesAndAgentCanUse() throws IOException {
    var own = (Integer) Files.getAttribute(folder, "unix:uid");
    var run = folder.resolve("run/kvreshard");
    var state = folder.resolve("lib/kvreshard");

    FoldersMain.prepare(run, state, own);
    FoldersMain.prepare(run, state, own);

    assertThat(mode(run)).isEqualTo("rwxr-xr-x");
    assertThat(mode(run.resolve("s"))).isEqualTo("rwxrwxrwx");
    assertThat(mode(state)).isEqualTo("rwx------");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
