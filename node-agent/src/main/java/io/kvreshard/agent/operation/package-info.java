/**
 * What this node does of a job's attempt: a task's steps from documents to receipts, its end, and
 * the answers to other agents of the same operation (DESIGN §5, §6).
 */
@NullMarked
package io.kvreshard.agent.operation;

import org.jspecify.annotations.NullMarked;
