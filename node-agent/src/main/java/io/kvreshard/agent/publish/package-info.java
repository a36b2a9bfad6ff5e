/** What an agent tells the control plane of itself, its engines and their snapshots (DESIGN §4). */
@NullMarked
package io.kvreshard.agent.publish;

import org.jspecify.annotations.NullMarked;
