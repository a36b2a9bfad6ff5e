package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.KVTransferTask;
import org.junit.jupiter.api.Test;

/** Versions: the watch tells of own writes late. */
final class LatestTaskTest {
  private final KVTransferTask first = version("1");
  private final LatestTask latest = new LatestTask(first);

  private static KVTransferTask version(String version) {
    var task = new KVTransferTask();
    task.setMetadata(new ObjectMetaBuilder().withResourceVersion(version).build());
    return task;
  }

  private void is(String version) {
    assertThat(latest.get().getMetadata().getResourceVersion()).isEqualTo(version);
  }

  @Test
  void theNextWriteGoesOnFromTheLast() {
    latest.wrote(first, version("2"));
    is("2");
  }

  @Test
  void whatWasSeenMeanwhileIsNewer() {
    latest.see(version("3"));
    latest.wrote(first, version("2"));
    is("3");
  }

  @Test
  void theWatchesCopyOfWhatAnOwnWriteHasChangedIsOld() {
    latest.wrote(first, version("2"));
    latest.wrote(latest.get(), version("3"));
    latest.see(version("2"));
    is("3");
    latest.see(version("4"));
    is("4");
  }

  @Test
  void theWatchMayTellOfAnOwnWriteBeforeItsAnswer() {
    var second = version("2");
    latest.wrote(first, second);
    latest.see(version("2"));
    latest.wrote(second, version("3"));
    is("3");
  }

  @Test
  void aWriteThatChangesNothingMakesNothingOld() {
    latest.wrote(first, version("1"));
    latest.see(version("1"));
    is("1");
  }
}
