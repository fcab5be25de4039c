package dev.reveille.bench;

import java.io.IOException;
import org.openjdk.jmh.Main;

/** Runs the micro-benchmarks; takes JMH's own arguments. */
public final class Jmh {
  private Jmh() {}

  public static void main(String[] args) throws IOException {
    Main.main(args);
  }
}
