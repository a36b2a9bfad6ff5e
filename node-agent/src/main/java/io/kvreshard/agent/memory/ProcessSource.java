package io.kvreshard.agent.memory;

import io.kvreshard.core.stream.RunCursor;
import io.kvreshard.posix.MemoryReads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A stream out of another process's memory. Long runs are read to where they belong; rows that lie
 * close together are read with what is between them, in one run, and gathered from there.
 */
final class ProcessSource implements StreamSource {
  /** Of memory, whatever the system's is: what a call costs for each piece is about its copy. */
  private static final long PAGE = 4096;

  private static final long SCRATCH_BYTES = 256 << 10;

  private final RunCursor cursor;
  private final long[] addresses;
  private final MemoryReads reads;
  private final Gate gate;
  private final MemorySegment scratch = Arena.ofAuto().allocate(SCRATCH_BYTES, PAGE);

  /** Where in the chunk the pieces go that were added and are yet to be read. */
  private long pending;

  ProcessSource(RunCursor cursor, long[] addresses, MemoryReads reads, Gate gate) {
    this.cursor = cursor;
    this.addresses = addresses;
    this.reads = reads;
    this.gate = gate;
  }

  @Override
  public void gather(long from, MemorySegment into) throws MemoryFailure {
    gate.enter();
    try {
      if (cursor.position() != from) {
        cursor.seek(from);
      }
      long to = from + into.byteSize();
      pending = 0;
      for (long at = 0; at < into.byteSize() && cursor.nextStrip(to - cursor.position()); ) {
        if (cursor.runs() > 1 && cursor.length() < PAGE && Math.abs(cursor.stride()) <= PAGE) {
          flush(into);
          neighbours(at, into);
          pending = at + cursor.runs() * cursor.length();
        } else {
          each(into);
        }
        at += cursor.runs() * cursor.length();
      }
      flush(into);
    } finally {
      gate.exit();
    }
  }

  /** Each run is a piece. */
  private void each(MemorySegment into) throws MemoryFailure {
    long address = addresses[cursor.region()] + cursor.offset();
    for (long run = 0; run < cursor.runs(); run++) {
      if (reads.full()) {
        flush(into);
      }
      reads.add(address + run * cursor.stride(), cursor.length());
    }
  }

  /** What is between the rows is read, too. */
  private void neighbours(long begin, MemorySegment into) throws MemoryFailure {
    long stride = cursor.stride();
    long length = cursor.length();
    long step = Math.abs(stride);
    long most = (SCRATCH_BYTES - length) / step + 1;
    long at = begin;
    for (long done = 0; done < cursor.runs(); ) {
      long rows = Math.min(most, cursor.runs() - done);
      long first = addresses[cursor.region()] + cursor.offset() + done * stride;
      long last = first + (rows - 1) * stride;
      reads.add(Math.min(first, last), (rows - 1) * step + length);
      ProcessMemory.read(reads, scratch, 0);
      long row = stride < 0 ? (rows - 1) * step : 0;
      for (long i = 0; i < rows; i++) {
        MemorySegment.copy(scratch, row + i * stride, into, at, length);
        at += length;
      }
      done += rows;
    }
  }

  private void flush(MemorySegment into) throws MemoryFailure {
    if (reads.bytes() > 0) {
      long bytes = reads.bytes();
      ProcessMemory.read(reads, into, pending);
      pending += bytes;
    }
  }
}
