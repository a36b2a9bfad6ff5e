package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.bench.control.Meter.Reading;
import io.kvreshard.bench.control.Requests.Kind;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeterTest {
  private static final Reading NOTHING = new Reading(new Requests(Map.of()));

  @Test
  void leasesConfigMapsAndEventsAreNoCustomResources() {
    var reading =
        reading(
            custom("kvreshardjobs", "", "POST", "201"),
            custom("kvtransfertasks", "status", "APPLY", "409"),
            custom("kvsnapshots", "", "GET", "200"),
            new Kind("coordination.k8s.io", "leases", "", "PUT", "200"),
            new Kind("", "configmaps", "", "POST", "201"),
            new Kind("", "events", "", "POST", "201"),
            new Kind("", "events", "", "GET", "404"));

    assertThat(reading.writes()).isEqualTo(2);
    assertThat(reading.conflicts()).isEqualTo(1);
    assertThat(reading.reads()).isEqualTo(1);
    assertThat(reading.events()).isEqualTo(1);
    assertThat(reading.writesByKind())
        .isEqualTo(Map.of("kvreshardjobs POST", 1L, "kvtransfertasks/status APPLY", 1L));
  }

  @Test
  void readingsAreCompared() {
    var first = reading(custom("kvreshardjobs", "", "POST", "201"));
    var both =
        reading(
            custom("kvreshardjobs", "", "POST", "201"),
            custom("kvnodes", "status", "APPLY", "200"));

    assertThat(first.since(NOTHING)).isEqualTo(first);
    assertThat(both.since(first).writesByKind()).isEqualTo(Map.of("kvnodes/status APPLY", 1L));
  }

  private static Kind custom(String resource, String subresource, String verb, String code) {
    return new Kind("kvreshard.io", resource, subresource, verb, code);
  }

  private static Reading reading(Kind... requests) {
    var counts = new HashMap<Kind, Long>();
    for (var request : requests) {
      counts.merge(request, 1L, Long::sum);
    }
    return new Reading(new Requests(counts));
  }
}
