package io.kvreshard.agent.runtime;

/** What all sessions share. */
record SessionHost(RuntimeSettings settings, Members<Session> members, Listeners listeners) {}
