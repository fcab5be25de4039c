package dev.reveille.server.app;

import java.io.OutputStream;
import java.nio.file.Path;

/** A server in a process of its own, so that its heap can be small. Ends with its input. */
final class SmallHeapHouse {
  private SmallHeapHouse() {}

  public static void main(String[] args) throws Exception {
    try (var server = ServerFixture.start(Path.of(args[0]), "ANNOUNCE_MAX_MEMBERS", "0")) {
      System.out.println(server.port());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
