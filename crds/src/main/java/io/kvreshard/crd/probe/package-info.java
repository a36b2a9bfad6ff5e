/** What operator and agents both tell the kubelet. */
@NullMarked
package io.kvreshard.crd.probe;

import org.jspecify.annotations.NullMarked;
