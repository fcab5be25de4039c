package dev.reveille.server.app;

/** Which version this is, from the jar it came in. */
public final class Version {
  private Version() {}

  public static String text() {
    var packaged = Version.class.getPackage().getImplementationVersion();
    return packaged == null ? "0.0.0" : packaged;
  }
}
