package io.kvreshard.cli.job;

import io.kvreshard.crd.KVReshardJob;

/**
 * A job that was waited for.
 *
 * @param seen as it was when it was seen last
 */
record JobEnd(Ending ending, KVReshardJob seen) {}
