package io.kvreshard.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"kvreshard " + Objects.requireNonNullElse(version, "(unpackaged)")};
  }
}
