package io.kvreshard.agent;

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
    try {
      var agent = Agent.start(options);
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(agent::close));
    } catch (IOException e) {
      LoggerFactory.getLogger(AgentMain.class)
          .error("The agent of node {} cannot start: {}", options.node, e.getMessage());
      return 1;
    }
    new CountDownLatch(1).await();
    return 0;
  }
}
