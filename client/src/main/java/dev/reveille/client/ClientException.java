package dev.reveille.client;

import dev.reveille.protocol.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a request came to nothing. The message is a sentence for a person, on one line: what it
 * quotes of a server cannot look like another line of a log.
 */
public abstract sealed class ClientException extends RuntimeException {
  private ClientException(String message, @Nullable Throwable cause) {
    super(VisibleText.line(message), cause);
  }

  /** There is no server at the address, or it does not speak WebSocket. */
  public static final class CannotConnect extends ClientException {
    public CannotConnect(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** The server answered with an ERROR; the request had no effect. */
  public static final class Refused extends ClientException {
    private final String wireCode;

    public Refused(String wireCode, String message) {
      super(message, null);
      this.wireCode = wireCode;
    }

    /** Nothing if the server is newer and has codes that this client does not know. */
    public Optional<ErrorCode> code() {
      for (var code : ErrorCode.values()) {
        if (code.name().equals(wireCode)) return Optional.of(code);
      }
      return Optional.empty();
    }

    /** The code as sent. */
    public String wireCode() {
      return wireCode;
    }

    public boolean is(ErrorCode code) {
      return wireCode.equals(code.name());
    }
  }

  /** No answer in time. The request may still have an effect. */
  public static final class TimedOut extends ClientException {
    public TimedOut(String message) {
      super(message, null);
    }
  }

  /** The connection is over and will not come back: closed here, displaced, kicked or banned. */
  public static final class Ended extends ClientException {
    public Ended(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
