package io.kvreshard.operator.act;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.testing.RecordedPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskDeletionTest {
  private static final Map<String, String> FIRST = Map.of(Names.JOB_UID, "uid", Names.ATTEMPT, "1");

  @AutoClose private DirectoryControlPlane plane;
  private final List<String> calls = new ArrayList<>();
  private final List<KVTransferTask> tasks = new ArrayList<>();
  private TaskDeletion deletion;

  @BeforeEach
  void begin(@TempDir Path objects) {
    plane = new DirectoryControlPlane(objects);
    deletion = new TaskDeletion(RecordedPlane.of(plane, calls));
  }

  private void make(String name, Map<String, String> labels) throws ConflictException {
    var task = new KVTransferTask();
    task.setMetadata(
        new ObjectMetaBuilder().withNamespace("system").withName(name).withLabels(labels).build());
    tasks.add(plane.create(task));
  }

  private List<String> left() {
    return plane.list(KVTransferTask.class, Scope.namespace("system")).stream()
        .map(task -> task.getMetadata().getName())
        .sorted()
        .toList();
  }

  @Test
  void attemptGoesInOneRequest() throws ConflictException {
    make("a", FIRST);
    make("b", FIRST);

    deletion.of(tasks, Set.of("a", "b"));

    assertThat(calls).containsExactly("deleteAll");
    assertThat(left()).isEmpty();
  }

  @Test
  void tasksOfAnotherAttemptThatWereNotSeenStay() throws ConflictException {
    make("a", FIRST);
    make("b", FIRST);
    var seen = List.copyOf(tasks);
    make("c", Map.of(Names.JOB_UID, "uid", Names.ATTEMPT, "2"));

    deletion.of(seen, Set.of("a", "b"));

    assertThat(left()).containsExactly("c");
  }

  @Test
  void oneThatIsToStayHasTheOthersGoOneByOne() throws ConflictException {
    make("a", FIRST);
    make("b", FIRST);
    make("c", FIRST);

    deletion.of(tasks, Set.of("a", "b"));

    assertThat(calls).containsExactly("delete", "delete");
    assertThat(left()).containsExactly("c");
  }

  @Test
  void oneAloneAndTasksOfAnOlderReleaseGoByName() throws ConflictException {
    make("a", FIRST);
    deletion.of(tasks, Set.of("a"));
    assertThat(calls).containsExactly("delete");

    calls.clear();
    tasks.clear();
    var unnumbered = new HashMap<>(FIRST);
    unnumbered.remove(Names.ATTEMPT);
    make("b", unnumbered);
    make("c", unnumbered);
    deletion.of(tasks, Set.of("b", "c"));
    assertThat(calls).containsExactly("delete", "delete");
    assertThat(left()).isEmpty();
  }
}
