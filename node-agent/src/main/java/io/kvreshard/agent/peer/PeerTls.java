package io.kvreshard.agent.peer;

import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Mutual TLS from files. They are read again when they change, so that certificates are renewed
 * without a restart. All agents' certificates carry the DNS name {@value #AUTHORITY}: agents are
 * addressed by IP, and which node one is, {@code Greet} says.
 */
public final class PeerTls implements AutoCloseable {
  /** The subject alternative name of every agent's certificate. */
  public static final String AUTHORITY = "agent.kvreshard.internal";

  public static final String CA_FILE = "ca.crt";
  public static final String CERTIFICATE_FILE = "tls.crt";
  public static final String KEY_FILE = "tls.key";

  private static final long REFRESH_SECONDS = 10;

  private final AdvancedTlsX509KeyManager keys;
  private final AdvancedTlsX509TrustManager trust;
  private final AdvancedTlsX509KeyManager.Closeable keyRefresh;
  private final AdvancedTlsX509TrustManager.Closeable trustRefresh;

  private PeerTls(Path directory, ScheduledExecutorService timer)
      throws IOException, GeneralSecurityException {
    this.keys = new AdvancedTlsX509KeyManager();
    this.trust = AdvancedTlsX509TrustManager.newBuilder().build();
    this.keyRefresh =
        keys.updateIdentityCredentials(
            file(directory, CERTIFICATE_FILE),
            file(directory, KEY_FILE),
            REFRESH_SECONDS,
            TimeUnit.SECONDS,
            timer);
    this.trustRefresh =
        trust.updateTrustCredentials(
            file(directory, CA_FILE), REFRESH_SECONDS, TimeUnit.SECONDS, timer);
  }

  /**
   * Reads the files.
   *
   * @param directory has {@value #CA_FILE}, {@value #CERTIFICATE_FILE} and {@value #KEY_FILE}
   * @throws IOException if one is missing or is not what it should be
   */
  public static PeerTls open(Path directory, ScheduledExecutorService timer) throws IOException {
    try {
      return new PeerTls(directory, timer);
    } catch (IOException | GeneralSecurityException e) {
      throw new IOException(
          "TLS files of agents in %s (%s, %s, %s): %s"
              .formatted(directory, CA_FILE, CERTIFICATE_FILE, KEY_FILE, e.getMessage()),
          e);
    }
  }

  private static File file(Path directory, String name) {
    return directory.resolve(name).toFile();
  }

  ServerCredentials server() {
    return TlsServerCredentials.newBuilder()
        .keyManager(keys)
        .trustManager(trust)
        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
        .build();
  }

  ChannelCredentials client() {
    return TlsChannelCredentials.newBuilder().keyManager(keys).trustManager(trust).build();
  }

  /** Reads the files no more. */
  @Override
  public void close() {
    keyRefresh.close();
    trustRefresh.close();
  }
}
