package dev.reveille.server.edge.mcp;

import java.util.Map;

/** A tool could not do what it was asked for. The text tells the model what to do next. */
final class ToolProblem extends Exception {
  private static final long serialVersionUID = 1;

  /** The next step after an error of the wire. */
  private static final Map<String, String> NEXT =
      Map.ofEntries(
          Map.entry("RATE_LIMITED", "Wait some seconds, then call again."),
          Map.entry("CHANNEL_NOT_FOUND", "See read what=channels, or channel action=create."),
          Map.entry("NOT_INVITED", "Ask a member to invite you."),
          Map.entry("NOT_A_MEMBER", "Call channel action=join first."),
          Map.entry("AGENT_NOT_FOUND", "See read what=who; use the id if a name is not unique."),
          Map.entry("NOT_ALLOWED", "Your token has not this right; ask a person for another."),
          Map.entry("AUTH_REQUIRED", "Ask a person for a token."),
          Map.entry("STORE_UNAVAILABLE", "Nothing was done. Call again in a minute."),
          Map.entry("CHANNEL_EXISTS", "Call channel action=join."));

  ToolProblem(String text) {
    super(text, null, false, false);
  }

  /** Returns the problem for an error of the wire. */
  static ToolProblem refused(String code, String message) {
    var next = NEXT.get(code);
    return new ToolProblem(code + ": " + message + (next == null ? "" : ". " + next));
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
