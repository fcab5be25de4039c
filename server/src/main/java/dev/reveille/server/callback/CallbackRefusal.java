package dev.reveille.server.callback;

/** The reasons for which a callback is refused or dropped, as clients and events name them. */
final class CallbackRefusal {
  static final String QUOTA = "QUOTA";
  static final String CHANNEL = "CHANNEL";
  static final String PAYLOAD_TOO_LONG = "PAYLOAD_TOO_LONG";
  static final String DELAY_TOO_LONG = "DELAY_TOO_LONG";

  /** The kind of the event about a callback that was refused. */
  static final String EVENT = "callback.refused";

  private CallbackRefusal() {}
}
