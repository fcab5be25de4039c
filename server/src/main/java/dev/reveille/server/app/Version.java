package dev.reveille.server.app;

/** The version of this program, from its jar. */
public final class Version {
  private Version() {}

  public static String text() {
    var packaged = Version.class.getPackage().getImplementationVersion();
    return packaged == null ? "0.0.0" : packaged;
  }
}
