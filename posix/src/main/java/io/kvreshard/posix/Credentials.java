package io.kvreshard.posix;

/**
 * Who a connection's other end was when it connected.
 *
 * @param pid as this process sees it; 0 if it cannot see the other one
 */
public record Credentials(int pid, int uid, int gid) {}
