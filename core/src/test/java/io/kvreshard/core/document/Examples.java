package io.kvreshard.core.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.HeadDims;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.job.GroupPlan;
import io.kvreshard.core.job.JobPlan;
import io.kvreshard.core.job.JobPlanner;
import io.kvreshard.core.job.Planning;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.core.transfer.TransferDigest;
import java.util.List;
import java.util.Map;

/** The examples of docs/contracts.md, as the product makes them. */
final class Examples {
  /**
   * Content as the document shows it, and what the product says that its hash is.
   *
   * @param label what the hash is called
   */
  record Example(String name, ObjectNode content, String label, String hash) {}

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final OperationId OPERATION = new OperationId("4a7c1c4e", 1, 0);
  private static final Snapshot SNAPSHOT = Models.snapshot(20);

  private static final Placement LATENT =
      Models.tensorParallel(
          "k",
          new Descriptor(
              Models.model(2, 1).layers(), "bfloat16", 2, 64, 1, new HeadDims.KeyOnly(576)),
          1);

  private static final Placement SOURCE = Models.tensorParallel("s", Models.model(2, 1), 2);
  private static final Placement TARGET = Models.tensorParallel("t", Models.model(2, 1), 2);
  private static final Map<String, String> NODE_OF_TARGET =
      Map.of("t-p0-t0", "node-b", "t-p0-t1", "node-a");
  private static final PlanSet PLANS =
      PlanSet.plan(
          SOURCE, TARGET, null, PlannerVersion.BALANCED_1.selection(NODE_OF_TARGET), SNAPSHOT);

  private static final PagedBinding BINDING =
      PagedBinding.create(
          OPERATION.group("default"),
          LATENT,
          SNAPSHOT,
          "process-1",
          "k-p0-t0",
          List.of(new PageTable("pages", 16, new int[] {7, 3, 4})),
          List.of(new Region("memory", 8 * 2 * 16 * 1152)),
          List.of(latent(0), latent(1)),
          List.of(new Window(0, 12, "pages", 0, 4), new Window(12, 8, "pages", 2, 0)));

  private Examples() {}

  static List<Example> all() {
    return List.of(
        keyOnlyPlacement(),
        balancedPlan(),
        planSet(),
        jobPlan(),
        pagedBinding(),
        transfer(),
        job());
  }

  private static Tensor latent(int layer) {
    return new Tensor(
        layer,
        Component.KEY,
        "pages",
        "memory",
        layer * 16L * 1152,
        2 * 16 * 1152,
        1152,
        1152,
        0,
        1);
  }

  private static Example keyOnlyPlacement() {
    return new Example(
        "key-only placement",
        Identities.placementContent(tree(LATENT.toJson())),
        "`placement_id`",
        LATENT.id());
  }

  private static Example balancedPlan() {
    LogicalPlan plan = PLANS.plans().getFirst();
    return new Example(
        "balanced plan", Identities.planContent(tree(plan.toJson())), "`plan_id`", plan.id());
  }

  private static Example planSet() {
    ObjectNode content = NODES.objectNode();
    PLANS.plans().forEach(plan -> content.withArray("plans").add(plan.digest()));
    return new Example(
        "plan set", content.put("schema", "kvreshard-plan-set/v1"), "digest", PLANS.digest());
  }

  private static Example jobPlan() {
    Planning planning =
        JobPlanner.plan(
            List.of(group("latent", LATENT), group("default", SOURCE)),
            List.of(group("latent", LATENT), group("default", TARGET)),
            null,
            PlannerVersion.BALANCED_1,
            Map.of(),
            Map.of("t-p0-t0", "node-b", "t-p0-t1", "node-a", "k-p0-t0", "node-c"));
    JobPlan plan = ((Planning.Planned) planning).plan();
    ObjectNode content = NODES.objectNode();
    for (GroupPlan group : plan.groups().reversed()) {
      content
          .withArray("groups")
          .addObject()
          .put("name", group.name())
          .put("plan_set_digest", group.digest());
    }
    content.put("schema", "kvreshard-job-plan/v1");
    return new Example("job plan", content, "digest", plan.summary().digest());
  }

  private static Example pagedBinding() {
    ObjectNode content = tree(BINDING.toJson());
    content.remove("digest");
    return new Example("paged binding", content, "`digest`", BINDING.digest());
  }

  private static Example transfer() {
    List<String> plans = List.of("a".repeat(64), "b".repeat(64));
    List<String> sources = List.of("c".repeat(64));
    List<String> targets = List.of("d".repeat(64), "e".repeat(64));
    ObjectNode content = NODES.objectNode().put("operation_id", OPERATION.group("default"));
    plans.forEach(content.withArray("plans")::add);
    content.put("schema", "kvreshard-runtime-transfer/v1");
    sources.forEach(content.withArray("sources")::add);
    targets.forEach(content.withArray("targets")::add);
    return new Example(
        "transfer",
        content,
        "transfer digest",
        TransferDigest.of(OPERATION.group("default"), plans, sources, targets));
  }

  private static Example job() {
    Map<String, String> digests = Map.of("default", "a".repeat(64), "draft", "b".repeat(64));
    ObjectNode content = NODES.objectNode();
    for (String name : List.of("default", "draft")) {
      content
          .withArray("groups")
          .addObject()
          .put("name", name)
          .put("transfer_digest", digests.get(name));
    }
    content.put("operation_id", OPERATION.toString());
    content.put("schema", "kvreshard-operation-set/v1");
    return new Example("job", content, "job digest", JobDigest.of(OPERATION, digests));
  }

  private static GroupDocuments group(String name, Placement placement) {
    return new GroupDocuments(name, SNAPSHOT, placement);
  }

  private static ObjectNode tree(String json) {
    return (ObjectNode) Json.parse(json);
  }
}
