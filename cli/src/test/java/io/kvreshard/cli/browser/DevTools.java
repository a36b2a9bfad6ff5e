package io.kvreshard.cli.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Commands and events of the Chrome DevTools Protocol over one WebSocket. */
public final class DevTools implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 20;

  private final HttpClient client;
  private final Incoming incoming;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();

  private DevTools(HttpClient client, Incoming incoming, WebSocket socket) {
    this.client = client;
    this.incoming = incoming;
    this.socket = socket;
  }

  static DevTools connect(URI address) {
    var client = HttpClient.newHttpClient();
    var incoming = new Incoming();
    var socket =
        client
            .newWebSocketBuilder()
            .buildAsync(address, incoming)
            .orTimeout(SECONDS, TimeUnit.SECONDS)
            .join();
    return new DevTools(client, incoming, socket);
  }

  /** Opens an empty tab. */
  public Tab open() {
    var target = send(null, "Target.createTarget", Map.of("url", "about:blank"));
    var session =
        send(
            null,
            "Target.attachToTarget",
            Map.of("targetId", target.path("targetId").asText(), "flatten", true));
    return new Tab(this, session.path("sessionId").asText());
  }

  /** Who hears the events of a tab. */
  void listen(String session, Consumer<JsonNode> listener) {
    incoming.listeners.put(session, listener);
  }

  /** Sends a command and waits for its result. */
  JsonNode send(@Nullable String session, String method, Map<String, Object> parameters) {
    int id = ids.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    incoming.answers.put(id, answer);
    ObjectNode command = JSON.createObjectNode();
    command.put("id", id).put("method", method);
    command.set("params", JSON.valueToTree(parameters));
    if (session != null) {
      command.put("sessionId", session);
    }
    socket.sendText(command.toString(), true).orTimeout(SECONDS, TimeUnit.SECONDS).join();
    var result = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    if (result.has("error")) {
      throw new IllegalStateException(method + ": " + result.path("error"));
    }
    return result.path("result");
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
  }

  private static final class Incoming implements WebSocket.Listener {
    final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        receive(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    private void receive(String message) {
      try {
        var json = JSON.readTree(message);
        var answer = answers.remove(json.path("id").asInt());
        if (answer != null) {
          answer.complete(json);
        } else {
          listeners.getOrDefault(json.path("sessionId").asText(), _ -> {}).accept(json);
        }
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
