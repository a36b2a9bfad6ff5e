package io.kvreshard.crd.schema;

/** Regular expressions of strings in custom resources (RE2, as the API server reads them). */
public final class Patterns {
  /** Any string without a NUL. */
  public static final String TEXT = "^[^\\x00]*$";

  /** A name of Kubernetes: a DNS subdomain. */
  public static final String NAME =
      "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

  /** A short name of our own: a participant, a cache group. */
  public static final String ID = "^[A-Za-z0-9]([A-Za-z0-9._:/-]*[A-Za-z0-9])?$";

  /** Layers as ranges; empty for none. */
  public static final String LAYERS = "^([0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)?$";

  /** 32 bytes in hexadecimal. */
  public static final String SHA256 = "^[0-9a-f]{64}$";

  /** An id of the wire contract. */
  public static final String SHA256_ID = "^sha256:[0-9a-f]{64}$";

  /** An unsigned 64-bit integer, which no JSON number holds safely. */
  public static final String U64 = "^(0|[1-9][0-9]{0,19})$";

  /** A key of a ConfigMap. */
  public static final String CONFIG_MAP_KEY = "^[-._a-zA-Z0-9]+$";

  private Patterns() {}
}
