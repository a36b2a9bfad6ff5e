/** The port through which operator and agents see the control plane's objects. */
@NullMarked
package io.kvreshard.crd.control;

import org.jspecify.annotations.NullMarked;
