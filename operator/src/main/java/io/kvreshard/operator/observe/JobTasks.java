package io.kvreshard.operator.observe;

import io.kvreshard.core.job.JobView;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the tasks of jobs. An API server answers a list only when its cache has caught up with the
 * last write of anybody, which takes up to 100 ms; so tasks whose names are known are asked for one
 * by one. Only the operator that leads makes tasks: what it has seen in a list, or started an
 * attempt with, is all there is until it makes more itself. One that is gone, or left behind, leads
 * to a list again, so that nothing is taken for the end of an attempt but an empty list.
 */
public final class JobTasks {
  private static final int REMEMBERED = 10_000;

  /** So many questions cost less than a list. */
  private static final int FEW = 8;

  /** An attempt of a job. */
  private record Key(String jobUid, long attempt) {
    static Key of(JobView job) {
      return new Key(job.uid(), job.recorded().attempt());
    }
  }

  private final ControlPlane plane;
  private final String namespace;
  private final Map<Key, List<String>> names = Bounded.map(REMEMBERED);
  private final Map<Key, List<String>> promised = Bounded.map(REMEMBERED);
  private final Set<Key> complete = Collections.newSetFromMap(Bounded.map(REMEMBERED));

  JobTasks(ControlPlane plane, String namespace) {
    this.plane = plane;
    this.namespace = namespace;
  }

  /** Whether this process has seen all tasks of the running attempt. */
  synchronized boolean handedOut(JobView job) {
    return complete.contains(Key.of(job));
  }

  /** All tasks of the attempt are there. */
  public synchronized void complete(JobView job) {
    complete.add(Key.of(job));
  }

  /** This process has started the attempt: there are no tasks of it. */
  public synchronized void started(String jobUid, long attempt) {
    remember(new Key(jobUid, attempt), List.of());
  }

  /** This process is about to make tasks of the attempt, one for each of the nodes. */
  public synchronized void making(JobView job, Set<String> nodes) {
    var key = Key.of(job);
    var known = names.remove(key);
    promised.remove(key);
    if (known != null) {
      var all = new TreeSet<>(known);
      nodes.forEach(node -> all.add(Names.task(key.jobUid(), key.attempt(), node)));
      promised.put(key, List.copyOf(all));
    }
  }

  /** Nothing has come in between. */
  public synchronized void made(JobView job) {
    var all = promised.remove(Key.of(job));
    if (all != null) {
      remember(Key.of(job), all);
    }
  }

  /** All tasks of the job, by name. */
  List<KVTransferTask> read(JobView job) {
    var key = Key.of(job);
    if (key.attempt() == 0) {
      return List.of();
    }
    return known(key).flatMap(some -> ask(some, job)).orElseGet(() -> list(key, job));
  }

  /** Those of the attempt that will be asked for by name. */
  List<String> names(JobView job) {
    return known(Key.of(job)).orElseGet(List::of);
  }

  private synchronized Optional<List<String>> known(Key key) {
    return Optional.ofNullable(names.get(key));
  }

  /** Empty: one of them is the job's no more. */
  private Optional<List<KVTransferTask>> ask(List<String> some, JobView job) {
    var found = new ArrayList<KVTransferTask>();
    for (var name : some) {
      var task =
          plane
              .get(KVTransferTask.class, namespace, name)
              .filter(it -> job.uid().equals(it.getMetadata().getLabels().get(Names.JOB_UID)));
      if (task.isEmpty()) {
        return Optional.empty();
      }
      found.add(task.get());
    }
    return Optional.of(found);
  }

  private List<KVTransferTask> list(Key key, JobView job) {
    var found =
        plane
            .list(KVTransferTask.class, Scope.namespace(namespace).label(Names.JOB_UID, job.uid()))
            .stream()
            .sorted(Comparator.comparing(task -> task.getMetadata().getName()))
            .toList();
    remember(key, found.stream().map(task -> task.getMetadata().getName()).toList());
    return found;
  }

  private synchronized void remember(Key key, List<String> all) {
    if (all.size() <= FEW) {
      names.put(key, all);
    } else {
      names.remove(key);
    }
  }
}
