package io.kvreshard.posix;

/** What one can wait for. */
public sealed interface Pollable permits SeqPacketServer, SeqPacketSocket {
  Descriptor descriptor();
}
