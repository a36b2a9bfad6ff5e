/** Why an operation failed on this node, in the words that a task's status carries. */
@NullMarked
package io.kvreshard.agent.failure;

import org.jspecify.annotations.NullMarked;
