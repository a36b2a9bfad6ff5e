package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The arguments of a binding, to be changed one by one. */
record Draft(
    String operationId,
    Placement placement,
    Snapshot snapshot,
    String instanceId,
    String participantId,
    List<PageTable> pageTables,
    List<Region> regions,
    List<Tensor> tensors,
    List<Window> windows) {

  static Draft of(PagedBinding binding, Placement placement, Snapshot snapshot) {
    return new Draft(
        binding.operationId(),
        placement,
        snapshot,
        binding.instanceId(),
        binding.participantId(),
        binding.pageTables(),
        binding.regions(),
        binding.tensors(),
        binding.windows());
  }

  PagedBinding create() {
    return PagedBinding.create(
        operationId,
        placement,
        snapshot,
        instanceId,
        participantId,
        pageTables,
        regions,
        tensors,
        windows);
  }

  long rowBytes(Component component) {
    return placement.descriptor().rowBytes(component);
  }

  Draft operation(String id) {
    return new Draft(
        id, placement, snapshot, instanceId, participantId, pageTables, regions, tensors, windows);
  }

  Draft instance(String id) {
    return new Draft(
        operationId, placement, snapshot, id, participantId, pageTables, regions, tensors, windows);
  }

  Draft participant(String id) {
    return new Draft(
        operationId, placement, snapshot, instanceId, id, pageTables, regions, tensors, windows);
  }

  Draft tables(List<PageTable> changed) {
    return new Draft(
        operationId,
        placement,
        snapshot,
        instanceId,
        participantId,
        changed,
        regions,
        tensors,
        windows);
  }

  Draft regions(List<Region> changed) {
    return new Draft(
        operationId,
        placement,
        snapshot,
        instanceId,
        participantId,
        pageTables,
        changed,
        tensors,
        windows);
  }

  Draft tensors(List<Tensor> changed) {
    return new Draft(
        operationId,
        placement,
        snapshot,
        instanceId,
        participantId,
        pageTables,
        regions,
        changed,
        windows);
  }

  Draft tensor(int index, UnaryOperator<Tensor> change) {
    return tensors(replaced(tensors, index, change));
  }

  Draft windows(List<Window> changed) {
    return new Draft(
        operationId,
        placement,
        snapshot,
        instanceId,
        participantId,
        pageTables,
        regions,
        tensors,
        changed);
  }

  Draft window(int index, UnaryOperator<Window> change) {
    return windows(replaced(windows, index, change));
  }

  static Tensor strides(Tensor t, long base, long page, long token, long head) {
    return new Tensor(
        t.layer(),
        t.component(),
        t.pageTable(),
        t.region(),
        base,
        page,
        token,
        head,
        t.headStart(),
        t.headCount());
  }

  private static <T> List<T> replaced(List<T> list, int index, UnaryOperator<T> change) {
    List<T> changed = new ArrayList<>(list);
    changed.set(index, change.apply(list.get(index)));
    return changed;
  }
}
