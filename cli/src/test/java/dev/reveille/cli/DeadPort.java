package dev.reveille.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port on which nobody answers. It is taken, so no other test gets it meanwhile. */
final class DeadPort implements AutoCloseable {
  private final Socket taken = new Socket();

  DeadPort() {
    try {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "ws://127.0.0.1:" + taken.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    taken.close();
  }
}
