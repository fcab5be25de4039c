package dev.reveille.server.outgoing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The outcome of a request. Each reason is a sentence for the operator, without secrets. */
public sealed interface OutgoingAnswer {
  /**
   * The server answered, with any status.
   *
   * @param headers by their names in lower case
   */
  record Answered(int status, Map<String, List<String>> headers, OutgoingBody body)
      implements OutgoingAnswer {
    public Answered {
      headers = Map.copyOf(headers);
    }

    /** True if the status is one of 200 to 299. */
    public boolean isSuccess() {
      return status / 100 == 2;
    }

    /** Returns the first value of a header. */
    public Optional<String> header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
    }

    @Override
    public String toString() {
      return status + " with " + body;
    }
  }

  /** The request is not allowed and was not sent. The same request is always refused. */
  record Refused(String reason) implements OutgoingAnswer {}

  /**
   * There is no usable answer.
   *
   * @param sent true if the other server may have got the request
   */
  record Failed(String reason, boolean sent) implements OutgoingAnswer {}
}
