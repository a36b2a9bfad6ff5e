package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.bench.control.Requests.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final String BEFORE =
      """
      # HELP apiserver_request_total [STABLE] Counter of apiserver requests
      # TYPE apiserver_request_total counter
      apiserver_request_total{code="200",component="apiserver",dry_run="",group="kvreshard.io",resource="kvnodes",scope="resource",subresource="status",verb="APPLY",version="v1alpha1"} 12
      apiserver_request_total{code="409",component="apiserver",dry_run="",group="kvreshard.io",resource="kvnodes",scope="resource",subresource="status",verb="APPLY",version="v1alpha1"} 3
      apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="events",scope="resource",subresource="",verb="GET",version="v1"} 1.5e+06
      apiserver_request_terminations_total{code="504",group="kvreshard.io",resource="kvnodes",verb="APPLY"} 99
      """;
  private static final Kind APPLIED = new Kind("kvreshard.io", "kvnodes", "status", "APPLY", "200");
  private static final Kind REFUSED = new Kind("kvreshard.io", "kvnodes", "status", "APPLY", "409");
  private static final Kind READ = new Kind("", "events", "", "GET", "200");

  @Test
  void countersOfRequestsAreReadAndNoOthers() {
    assertThat(Requests.parse(BEFORE).counts())
        .isEqualTo(Map.of(APPLIED, 12L, REFUSED, 3L, READ, 1_500_000L));
  }

  @Test
  void valuesMayHoldAnything() {
    var odd = "apiserver_request_total{group=\"a\\\"},\\\\\",resource=\"b\",verb=\"PUT\"} 4 1700";

    assertThat(Requests.parse(odd).counts())
        .isEqualTo(Map.of(new Kind("a\\\"},\\\\", "b", "", "PUT", ""), 4L));
  }

  @Test
  void differenceHasWhatHasGrownAndWhatIsNew() {
    var after = Requests.parse(BEFORE.replace("} 12", "} 20").replace("\"409\"", "\"500\""));

    assertThat(after.since(Requests.parse(BEFORE)).counts())
        .isEqualTo(
            Map.of(APPLIED, 8L, new Kind("kvreshard.io", "kvnodes", "status", "APPLY", "500"), 3L));
  }

  @Test
  void writesAreToldFromReads() {
    assertThat(Requests.parse(BEFORE).count(Kind::writes)).isEqualTo(15);
    assertThat(READ.path()).isEqualTo("events");
    assertThat(APPLIED.path()).isEqualTo("kvnodes/status");
  }
}
