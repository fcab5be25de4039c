package dev.reveille.server.edge.ws;

/** Status codes of close frames that this layer itself sends. */
final class CloseCode {
  static final int GOING_AWAY = 1001;
  static final int PROTOCOL_ERROR = 1002;
  static final int BAD_TEXT = 1007;
  static final int POLICY = 1008;
  static final int TOO_BIG = 1009;
  static final int SERVER_ERROR = 1011;
  static final int TRY_LATER = 1013;

  private CloseCode() {}

  /** True if a client may send this code in a close frame. */
  static boolean isValid(int code) {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || isPrivate(code);
  }

  private static boolean isPrivate(int code) {
    return code >= 3000 && code <= 4999;
  }
}
