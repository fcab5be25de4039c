package dev.reveille.client.file;

import dev.reveille.client.ReveilleClient;

/** What a transfer needs of a connection. */
public interface FileLink {
  /** This agent's, with {@code @}. */
  String agentId();

  /** Says something to an agent; returns that agent's id, also when a name was given. */
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
