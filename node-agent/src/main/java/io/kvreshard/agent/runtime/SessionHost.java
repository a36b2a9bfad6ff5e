package io.kvreshard.agent.runtime;

import io.kvreshard.tracing.Tracing;

/** What all sessions share. */
record SessionHost(
    RuntimeSettings settings,
    PodProof proof,
    Members<Session> members,
    Listeners listeners,
    Tracing tracing) {}
