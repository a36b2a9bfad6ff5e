package io.kvreshard.agent.runtime;

/** What all sessions share. */
record SessionHost(
    RuntimeSettings settings, PodProof proof, Members<Session> members, Listeners listeners) {}
