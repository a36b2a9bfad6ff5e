/**
 * Sessions and memory with simulated engines at the other end, in this process or in processes of
 * their own.
 */
@NullMarked
package io.kvreshard.agent.engine;

import org.jspecify.annotations.NullMarked;
