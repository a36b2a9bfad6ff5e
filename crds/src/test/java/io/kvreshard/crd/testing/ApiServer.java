package io.kvreshard.crd.testing;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A kube-apiserver and its etcd on free ports of the loopback interface, without any controller:
 * nothing deletes namespaces, collects garbage or runs pods.
 *
 * <p>Not Fabric8's kube-api-test: that binds etcd, without a password, to all interfaces, and
 * leaves both processes behind when the JVM is killed.
 */
public final class ApiServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private final Path home;
  private final Path binaries;
  private final String token = UUID.randomUUID().toString();
  private final int port;
  private final int etcdPort;
  private final GuardedProcess etcd;
  private GuardedProcess server;
  private final KubernetesClient client;

  /** Starts at first use, ends with the JVM. */
  private static final class Shared {
    private static final ApiServer INSTANCE = new ApiServer();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close, "stop the API server"));
    }
  }

  /** The server of this JVM, with the CRDs applied. */
  public static ApiServer shared() {
    return Shared.INSTANCE;
  }

  private ApiServer() {
    binaries = Binaries.folder();
    try {
      home = Files.createTempDirectory("kvreshard-apiserver");
      Files.writeString(home.resolve("tokens"), token + ",admin,admin,system:masters\n");
      Files.writeString(home.resolve("service-accounts.key"), privateKey());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    etcdPort = freePort();
    port = freePort();
    etcd = GuardedProcess.start(etcdCommand(), home.resolve("etcd.log"));
    server = startServer();
    client = new KubernetesClientBuilder().withConfig(config()).build();
    awaitReady();
    Crds.apply(client);
  }

  /** An administrator's client; it lives as long as the server. */
  public KubernetesClient client() {
    return client;
  }

  /** How an administrator connects, for clients of one's own. */
  public Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(url())
        .withOauthToken(token)
        .withTrustCerts(true)
        .withRequestRetryBackoffLimit(0)
        .build();
  }

  /** Makes a namespace that nobody else uses. */
  public String newNamespace(String prefix) {
    Namespace namespace =
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(prefix + "-" + NAMESPACES.incrementAndGet())
            .endMetadata()
            .build();
    return client.resource(namespace).create().getMetadata().getName();
  }

  /**
   * Kills the API server, runs something without one, and starts it again with what was stored. For
   * tests of recovery; tests of one JVM must not run at the same time.
   */
  public void outage(Runnable meanwhile) {
    server.close();
    meanwhile.run();
    server = startServer();
    awaitReady();
  }

  /** Runs kubectl as administrator, with a text as its input. */
  public Kubectl.Result kubectl(String input, String... arguments) {
    var command =
        Stream.concat(
                Stream.of(
                    binaries.resolve("kubectl").toString(),
                    "--server=" + url(),
                    "--token=" + token,
                    "--insecure-skip-tls-verify",
                    "--cache-dir=" + home.resolve("kubectl-cache"),
                    "--request-timeout=30s"),
                Stream.of(arguments))
            .toList();
    return Kubectl.run(command, input);
  }

  @Override
  public void close() {
    client.close();
    server.close();
    etcd.close();
    try (var files = Files.walk(home)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GuardedProcess startServer() {
    return GuardedProcess.start(serverCommand(), home.resolve("apiserver.log"));
  }

  private String url() {
    return "https://127.0.0.1:" + port;
  }

  private List<String> etcdCommand() {
    var url = "http://127.0.0.1:" + etcdPort;
    return List.of(
        binaries.resolve("etcd").toString(),
        "--data-dir=" + home.resolve("etcd"),
        "--listen-client-urls=" + url,
        "--advertise-client-urls=" + url,
        "--listen-peer-urls=http://127.0.0.1:0",
        "--unsafe-no-fsync");
  }

  private List<String> serverCommand() {
    var key = home.resolve("service-accounts.key");
    return List.of(
        binaries.resolve("kube-apiserver").toString(),
        "--etcd-servers=http://127.0.0.1:" + etcdPort,
        "--bind-address=127.0.0.1",
        "--secure-port=" + port,
        "--cert-dir=" + home.resolve("certificates"),
        "--token-auth-file=" + home.resolve("tokens"),
        "--authorization-mode=RBAC",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-signing-key-file=" + key,
        "--service-account-key-file=" + key,
        "--service-cluster-ip-range=10.0.0.0/24",
        "--disable-admission-plugins=ServiceAccount");
  }

  private void awaitReady() {
    try {
      Awaitility.await("kube-apiserver is ready")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(this::isReady);
    } catch (ConditionTimeoutException e) {
      var report =
          "kube-apiserver is not ready within %s:%n%s%netcd:%n%s"
              .formatted(PATIENCE, server.tail(), etcd.tail());
      close();
      throw new IllegalStateException(report, e);
    }
  }

  private boolean isReady() {
    try {
      return "ok".equals(client.raw("/readyz"))
          && client.namespaces().withName("default").get() != null;
    } catch (KubernetesClientException _) {
      return false;
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String privateKey() {
    try {
      var pair = KeyPairGenerator.getInstance("RSA").generateKeyPair();
      return "-----BEGIN PRIVATE KEY-----\n"
          + Base64.getMimeEncoder(64, new byte[] {'\n'})
              .encodeToString(pair.getPrivate().getEncoded())
          + "\n-----END PRIVATE KEY-----\n";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no RSA", e);
    }
  }
}
