package dev.reveille.client.file;

import dev.reveille.client.ReveilleClient;

/** The requests that a transfer makes over a connection. */
public interface FileLink {
  /** Returns this agent's id, with {@code @}. */
  String agentId();

  /** Sends a message to an agent, by id or name. Returns the agent's id. */
  String say(String to, String content);

  /** Sends a part of a file; returns when the server has taken it. */
  void part(String to, String content);

  static FileLink of(ReveilleClient client) {
    return new FileLink() {
      @Override
      public String agentId() {
        return client.agentId();
      }

      @Override
      public String say(String to, String content) {
        return client.send(to, content).echo().map(echo -> echo.to()).orElse(to);
      }

      @Override
      public void part(String to, String content) {
        client.sendFileChunk(to, content);
      }
    };
  }
}
