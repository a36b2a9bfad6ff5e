package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Kubectl;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kubernetes' own roles reach our objects, and no further than they should. */
@ExtendWith(ClusterExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeopleClusterIT {
  private static final String NAMESPACE = "people";
  private static final Duration AGGREGATION = Duration.ofSeconds(30);

  private Kubectl admin;

  @BeforeAll
  void giveThemRoles(Installation installation) {
    admin = installation.kubectl();
    admin.run("create", "namespace", NAMESPACE);
    bind("viewer", "view");
    bind("author", "edit");
    bind("oncall", "kvreshard-quarantine-release");
    await().atMost(AGGREGATION).until(() -> may("viewer", "get", "kvreshardjobs"));
    await().atMost(AGGREGATION).until(() -> may("author", "create", "kvreshardjobs"));
  }

  @AfterAll
  void takeThemAway() {
    admin.run("delete", "namespace", NAMESPACE);
  }

  @ParameterizedTest
  @CsvSource({
    "viewer, list,   kvsnapshots,         yes",
    "viewer, watch,  kvreshardjobs,       yes",
    "viewer, get,    kvruntimes,          yes",
    "viewer, create, kvreshardjobs,       no",
    "viewer, patch,  kvsnapshots,         no",
    "author, get,    kvsnapshots,         yes",
    "author, delete, kvreshardjobs,       yes",
    "author, patch,  kvreshardjobs,       yes",
    "author, patch,  kvreshardjobs/status,no",
    "author, patch,  kvsnapshots,         no",
    "author, create, kvsnapshots,         no",
    "oncall, patch,  kvsnapshots,         yes",
    "oncall, patch,  kvsnapshots/status,  no",
    "oncall, create, kvreshardjobs,       no",
  })
  void rolesReachAsFarAsTheyShould(String who, String verb, String kind, String answer) {
    assertThat(may(who, verb, kind)).isEqualTo(answer.equals("yes"));
  }

  @Test
  void nobodyOfThemReachesTheOperatorsTasks() {
    assertThat(may("author", "get", "kvtransfertasks")).isFalse();
  }

  private void bind(String who, String role) {
    admin.in(NAMESPACE).run("create", "rolebinding", who, "--clusterrole=" + role, "--user=" + who);
  }

  /** kubectl takes what stands behind a slash for a name. */
  private boolean may(String who, String verb, String kind) {
    var parts = kind.split("/", 2);
    return admin
        .in(NAMESPACE)
        .attempt(
            "auth",
            "can-i",
            verb,
            parts[0] + ".kvreshard.io",
            "--subresource=" + (parts.length > 1 ? parts[1] : ""),
            "--as=" + who)
        .out()
        .strip()
        .equals("yes");
  }
}
