package io.kvreshard.agent.share;

import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who is next where operations share something: start-time fair queueing. Each operation gets, of
 * what all get together, as much as its weight is of all weights, whether it asks by one stream or
 * by a hundred; what one does not ask for is the others', and is not saved. Nobody waits for ever:
 * those who come later are put behind, at some time. It knows neither time nor threads: for one
 * lock.
 *
 * @param <T> who stand in line
 */
public final class FairLine<T> {
  /** A multiple of all weights: nothing is lost when it is divided. */
  private static final long UNIT = 96;

  private final PriorityQueue<Place<T>> places = new PriorityQueue<>(FairLine::order);
  private long served;
  private long joined;

  /** An operation's part. */
  public static final class Share {
    private final int weight;
    private long next;

    private Share(int weight, long next) {
      this.weight = weight;
      this.next = next;
    }
  }

  /** Stands in line again and again: mutable, so that a turn costs no memory. */
  public static final class Place<T> {
    private final T who;
    private final Share share;
    private long amount;
    private long start;
    private long order;

    private Place(T who, Share share) {
      this.who = who;
      this.share = share;
    }

    /** Who stands there. */
    public T who() {
      return who;
    }

    /** How much is asked for. */
    public long amount() {
      return amount;
    }
  }

  /**
   * An operation comes.
   *
   * @param weight a divisor of 96
   */
  Share share(int weight) {
    return new Share(weight, served);
  }

  /** A place that is not in the line yet. */
  public Place<T> place(T who, Share share) {
    return new Place<>(who, share);
  }

  /** Goes to where its operation's share is due. The place must not be in the line. */
  public void join(Place<T> place, long amount) {
    Share share = place.share;
    place.amount = amount;
    place.start = share.next - served > 0 ? share.next : served;
    place.order = joined++;
    share.next = place.start + amount * UNIT / share.weight;
    places.add(place);
  }

  /** The next one; null: nobody is there. */
  public @Nullable Place<T> first() {
    return places.peek();
  }

  /** The next one of those who may; null: there is none. */
  public @Nullable Place<T> first(Predicate<T> may) {
    Place<T> first = null;
    for (Place<T> place : places) {
      if ((first == null || order(place, first) < 0) && may.test(place.who)) {
        first = place;
      }
    }
    return first;
  }

  /** The place gets what it asked for. */
  public void serve(Place<T> place) {
    places.remove(place);
    if (place.start - served > 0) {
      served = place.start;
    }
  }

  /** Whether the place was in the line, which it is no more. */
  public boolean leave(Place<T> place) {
    return places.remove(place);
  }

  /** How many stand in line. */
  public int length() {
    return places.size();
  }

  private static int order(Place<?> a, Place<?> b) {
    int byStart = Long.signum(a.start - b.start);
    return byStart != 0 ? byStart : Long.signum(a.order - b.order);
  }
}
