/** The pods of the agent's node, where Kubernetes knows of them (DESIGN §6). */
@NullMarked
package io.kvreshard.agent.pod;

import org.jspecify.annotations.NullMarked;
