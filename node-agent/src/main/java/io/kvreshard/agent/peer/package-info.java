/**
 * The gRPC protocol between agents: mutual TLS, long polls, typed failures (DESIGN §6, peer.proto).
 */
@NullMarked
package io.kvreshard.agent.peer;

import org.jspecify.annotations.NullMarked;
