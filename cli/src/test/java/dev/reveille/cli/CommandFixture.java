package dev.reveille.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A home folder and a tiny server for commands. */
abstract class CommandFixture {
  final Path home;

  final TinyServer server;

  CommandFixture(@TempDir Path home) throws IOException {
    this.home = home;
    this.server = new TinyServer();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  Run reveille() {
    return new Run(home, server.url());
  }

  /** A port that says the same to everybody. */
  static ServerSocket answering(byte[] answer) throws IOException {
    var door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              while (!door.isClosed()) {
                try (var socket = door.accept()) {
                  var _ = socket.getInputStream().read();
                  socket.getOutputStream().write(answer);
                  socket.getOutputStream().flush();
                } catch (IOException e) {
                  // the client has left, or the test is over
                }
              }
            });
    return door;
  }
}
