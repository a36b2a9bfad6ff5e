package io.kvreshard.bench.control;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.kvreshard.crd.control.KubernetesControlPlane;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that takes part, put together: server, the way to it, agents, operator, a person. */
final class Rig implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rig.class);

  /** MiB that the operator may use. */
  static final int OPERATOR_HEAP = 256;

  private static final String NAMESPACE = "kvreshard-system";

  /** Two heartbeats: agents have said what has changed, and events are written. */
  private static final Duration SETTLED = Duration.ofSeconds(11);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final Place place;
  private final OperatorProcess operator;
  private final Meter meter;
  private final Jobs jobs;

  private Rig(Place place, Load load, Consumer<String> story) throws Exception {
    this.place = place;
    try {
      keep(TestServer.start(place, story));
      var server = Account.server(place.administrator());
      var away = load.distance();
      Account.open(
          place.administrator(),
          place.kubeconfig(),
          away.isZero() ? server : keep(Distance.from(server, away)).address());
      var clients = keep(new Clients(place.kubeconfig()));
      var client = clients.open();
      Kinds.define(client, place.crds());
      for (var namespace : List.of(NAMESPACE, Yard.NAMESPACE)) {
        client
            .resource(
                new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
            .create();
      }
      story.accept("starting %d agents and the operator ...".formatted(load.agents()));
      startNodes(clients, load.agents());
      var plane = keep(new KubernetesControlPlane(client, "kvreshard-bench"));
      meter = new Meter(client);
      operator = keep(OperatorProcess.start(place, NAMESPACE, OPERATOR_HEAP));
      jobs = new Jobs(plane, nodes, operator);
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** Starts it; when it works, the first jobs will say. */
  static Rig start(Place place, Load load, Consumer<String> story) throws Exception {
    return new Rig(place, load, story);
  }

  private void startNodes(Clients clients, int agents) throws Exception {
    var meetings = new Meetings();
    for (int i = 0; i < agents; i++) {
      var phase = Duration.ofMillis(50L * i);
      var node =
          keep(
              SimulatedNode.start(
                  "node-%03d".formatted(i),
                  clients.open(),
                  NAMESPACE,
                  meetings,
                  place.run().resolve("agents"),
                  phase));
      nodes.add(node);
      Offers.engine(node);
    }
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  OperatorProcess operator() {
    return operator;
  }

  Meter meter() {
    return meter;
  }

  Jobs jobs() {
    return jobs;
  }

  /** The counters, once everything has been written that is on its way. */
  Meter.Reading settled() throws InterruptedException {
    Thread.sleep(SETTLED);
    return meter.read();
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  /** Ends all; agents before the server that they talk to. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      var part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} has not come to its end: {}", part.getClass().getSimpleName(), e.toString());
      }
    }
  }
}
