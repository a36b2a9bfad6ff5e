package io.kvreshard.agent.peer.certificates;

import io.kvreshard.agent.peer.PeerTls;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority that lives as long as its process, for agents on one machine. Its key is
 * never written; certificates are good for ten days.
 */
public final class ThrowAwayCa {
  private static final X500Name NAME = new X500Name("CN=kvreshard throw-away CA");
  private static final Duration VALIDITY = Duration.ofDays(10);
  private static final Duration SKEW = Duration.ofHours(1);
  private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final SecureRandom random = new SecureRandom();
  private final KeyPair keys;
  private final Certificate certificate;

  private ThrowAwayCa() throws GeneralSecurityException, IOException {
    this.keys = newKeys();
    var builder = builder(NAME, keys.getPublic(), Instant.now());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
    this.certificate = sign(builder, keys);
  }

  /** A new authority. */
  public static ThrowAwayCa create() throws GeneralSecurityException, IOException {
    return new ThrowAwayCa();
  }

  /** Writes {@code ca.crt}, {@code tls.crt} and {@code tls.key} for one agent. */
  public void issue(Path directory) throws GeneralSecurityException, IOException {
    issue(directory, PeerTls.AUTHORITY);
  }

  /** The same for another DNS name, so that tests can show that only the agents' own is good. */
  public void issue(Path directory, String dnsName) throws GeneralSecurityException, IOException {
    issue(directory, dnsName, Instant.now());
  }

  /**
   * The same as it would have been written at another time, so that tests can show that one out of
   * date is not good.
   */
  public void issue(Path directory, String dnsName, Instant at)
      throws GeneralSecurityException, IOException {
    KeyPair agent = newKeys();
    var builder = builder(new X500Name("CN=" + dnsName), agent.getPublic(), at);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.dNSName, dnsName)));
    builder.addExtension(
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
    Certificate signed = sign(builder, keys);
    Files.createDirectories(directory);
    pem(directory.resolve(PeerTls.CA_FILE), "CERTIFICATE", certificate.getEncoded());
    pem(directory.resolve(PeerTls.CERTIFICATE_FILE), "CERTIFICATE", signed.getEncoded());
    pem(directory.resolve(PeerTls.KEY_FILE), "PRIVATE KEY", encoded(agent.getPrivate()));
  }

  private JcaX509v3CertificateBuilder builder(X500Name subject, PublicKey key, Instant now) {
    return new JcaX509v3CertificateBuilder(
        NAME,
        new BigInteger(127, random),
        Date.from(now.minus(SKEW)),
        Date.from(now.plus(VALIDITY)),
        subject,
        key);
  }

  private static Certificate sign(JcaX509v3CertificateBuilder builder, KeyPair issuer)
      throws GeneralSecurityException {
    try {
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate());
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException("SHA256withECDSA", e);
    }
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static byte[] encoded(Key key) throws GeneralSecurityException {
    byte[] bytes = key.getEncoded();
    if (bytes == null) {
      throw new GeneralSecurityException("the key has no encoded form");
    }
    return bytes;
  }

  private static void pem(Path file, String type, byte[] der) throws IOException {
    String text =
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(type, BASE64.encodeToString(der), type);
    Files.writeString(file, text, StandardCharsets.US_ASCII);
  }
}
