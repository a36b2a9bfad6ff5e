package io.kvreshard.agent;

import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The node agent's process: works until it is told to end. */
@Command(
    name = "kvreshard-agent",
    description = "Moves KV caches for the engines of one node.",
    mixinStandardHelpOptions = true)
public final class AgentMain implements Callable<Integer> {
  private static final String LOGGING = "logback.configurationFile";

  @Mixin AgentOptions options = new AgentOptions();

  private AgentMain() {}

  public static void main(String[] args) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "agent-logback.xml");
    }
    System.exit(new CommandLine(new AgentMain()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    var tracing = Tracing.start("kvreshard-agent", options.node);
    try {
      var agent = Agent.start(options, tracing);
      Runtime.getRuntime()
          .addShutdownHook(Thread.ofPlatform().unstarted(() -> close(agent, tracing)));
    } catch (IOException e) {
      LoggerFactory.getLogger(AgentMain.class)
          .error("The agent of node {} cannot start: {}", options.node, e.getMessage());
      return 1;
    }
    new CountDownLatch(1).await();
    return 0;
  }

  /** The agent first: its last tasks end their spans. */
  private static void close(Agent agent, Tracing tracing) {
    agent.close();
    tracing.close();
  }
}
