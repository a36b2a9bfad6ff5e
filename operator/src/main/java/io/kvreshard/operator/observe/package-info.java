/** Turns custom resources into observations of core, without Kubernetes classes. */
@NullMarked
package io.kvreshard.operator.observe;

import org.jspecify.annotations.NullMarked;
