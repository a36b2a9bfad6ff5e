package io.kvreshard.sim;

import io.kvreshard.sim.engine.Trouble;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;

/** From words to values. */
final class Converters {
  private Converters() {}

  /** {@code host:port}; the name is looked up when it is used. */
  static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("'" + text + "' is not host:port");
    }
    return InetSocketAddress.createUnresolved(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /** {@code refuse-pin}. */
  static final class OfTrouble implements ITypeConverter<Trouble> {
    @Override
    public Trouble convert(String flag) {
      return Trouble.of(flag);
    }
  }
}
