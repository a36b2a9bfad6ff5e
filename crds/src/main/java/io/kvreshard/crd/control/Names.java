package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What objects are called, in messages and in addresses. */
final class Names {
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private Names() {}

  /** "KVSnapshot team-a/prefill-7", for messages. */
  static String of(HasMetadata object) {
    var meta = object.getMetadata();
    var namespace = meta.getNamespace();
    return object.getKind()
        + " "
        + (namespace == null || namespace.isEmpty() ? "" : namespace + "/")
        + meta.getName();
  }

  /** Whether objects of this kind lie in namespaces. */
  static boolean namespaced(Class<? extends HasMetadata> kind) {
    return Namespaced.class.isAssignableFrom(kind);
  }

  /**
   * The name, if it is a DNS subdomain of at most 253 characters, as Kubernetes demands.
   *
   * @throws IllegalArgumentException otherwise
   */
  static String checked(String name) {
    if (name.length() > 253 || !SUBDOMAIN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' is no name: lower-case letters, digits, '-' and '.', at most 253");
    }
    return name;
  }

  /** The path of an object below the API server's address. */
  static String path(HasMetadata object) {
    var meta = object.getMetadata();
    return path(object.getClass(), meta.getNamespace()) + "/" + checked(meta.getName());
  }

  /**
   * The path of a kind's objects below the API server's address.
   *
   * @param namespace null for those in all; cluster-scoped kinds have none
   */
  static String path(Class<? extends HasMetadata> kind, @Nullable String namespace) {
    var version = HasMetadata.getApiVersion(kind);
    return (version.contains("/") ? "/apis/" : "/api/")
        + version
        + (namespaced(kind) && namespace != null ? "/namespaces/" + checked(namespace) : "")
        + "/"
        + HasMetadata.getPlural(kind);
  }
}
