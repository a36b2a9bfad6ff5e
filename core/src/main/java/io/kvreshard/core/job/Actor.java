package io.kvreshard.core.job;

/** Who must act when a job is in a given state. */
public enum Actor {
  /** It goes on by itself. */
  NOBODY("nobody"),
  JOB_AUTHOR("the job's author"),
  ENGINE_OWNER("who runs the engines"),
  CLUSTER_ADMIN("who runs the cluster");

  private final String words;

  Actor(String words) {
    this.words = words;
  }

  /** For people, in the middle of a sentence. */
  public String words() {
    return words;
  }
}
