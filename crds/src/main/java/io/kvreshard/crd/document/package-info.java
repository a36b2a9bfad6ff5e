/** Between custom resources and the documents of the wire contract. */
@NullMarked
package io.kvreshard.crd.document;

import org.jspecify.annotations.NullMarked;
