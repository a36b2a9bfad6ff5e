/**
 * One trace a job, from the operator through the agents to the engines. Ids are computed from what
 * all of them know, so that no custom resource and no call between agents has to carry them. A
 * process whose environment does not ask for traces makes none.
 */
@NullMarked
package io.kvreshard.tracing;

import org.jspecify.annotations.NullMarked;
