/** What an author does with KVReshardJobs that exist: wait, retry, cancel, suspend, resume. */
@NullMarked
package io.kvreshard.cli.job;

import org.jspecify.annotations.NullMarked;
