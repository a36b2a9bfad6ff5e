package io.kvreshard.core.json;

/** Takes bytes; the array belongs to the caller again when the call returns. */
@FunctionalInterface
interface ByteSink {
  void accept(byte[] bytes, int offset, int length);
}
