package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.Pages;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What one side's coordinator said: its group epoch and where the tokens lie, by cache group.
 *
 * @param epoch unsigned
 */
record SidePages(long epoch, Map<String, GroupPages> groups) {

  static SidePages of(long epoch, Pages pages) {
    return new SidePages(
        epoch,
        pages.getGroupsList().stream()
            .collect(Collectors.toMap(GroupPages::getGroup, Function.identity(), (a, b) -> a)));
  }

  /**
   * The pages of a group.
   *
   * @throws FailedException BindingInvalid if the engine left it out
   */
  GroupPages group(String name) throws FailedException {
    GroupPages pages = groups.get(name);
    if (pages == null) {
      throw new FailedException(
          FailureReason.BindingInvalid,
          "the engine's coordinator named no pages for group %s, only for %s"
              .formatted(name, groups.keySet()));
    }
    return pages;
  }
}
