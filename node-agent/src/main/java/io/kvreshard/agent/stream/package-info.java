/**
 * The staged dense stream between two agents: chunks with CRC32C over one TCP connection, pipelined
 * on both ends, and the slots, tokens and limits that belong to it (DESIGN §6, peer.proto).
 */
@NullMarked
package io.kvreshard.agent.stream;

import org.jspecify.annotations.NullMarked;
