package dev.reveille.protocol;

/** The limits of what one message about a task may contain. Lengths are UTF-16 units. */
public final class TaskLimits {
  public static final int TITLE = 200;

  /** The most parts of one text, and the most characters of their JSON. */
  public static final int PARTS = 16;

  public static final int CONTENT = 65_536;

  /** The most artifacts of one message, and the most characters of their JSON. */
  public static final int ARTIFACTS = 16;

  public static final int ARTIFACTS_CONTENT = 262_144;

  public static final int ARTIFACT_NAME = 128;
  public static final int DESCRIPTION = 1_000;
  public static final int URL = 2_048;
  public static final int MEDIA_TYPE = 128;
  public static final int FILENAME = 256;
  public static final int LABELS = 16;
  public static final int LABEL = 64;
  public static final int BLOCKED_BY = 16;
  public static final int SKILL = 256;

  /** The most characters of the JSON of {@code metadata}, of the output and of the budget. */
  public static final int METADATA = 4_096;

  /** The longest time until a task expires, in seconds: 365 days. */
  public static final long EXPIRES_IN = 365L * 86_400;

  /** The most tasks of a page, and the usual number. */
  public static final int PAGE = 200;

  public static final int USUAL_PAGE = 50;

  private TaskLimits() {}
}
