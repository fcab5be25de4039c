package dev.reveille.client;

import dev.reveille.protocol.ErrorCode;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Says why a request failed. The message is one sentence for a person, on one line. Line breaks in
 * a server's text are replaced, so that text cannot look like another line of a log.
 */
public abstract sealed class ClientException extends RuntimeException {
  private ClientException(String message, @Nullable Throwable cause) {
    super(VisibleText.line(message), cause);
  }

  /** There is no server at the address, or it does not speak WebSocket. */
  public static final class CannotConnect extends ClientException {
    private final boolean refused;

    public CannotConnect(String message, @Nullable Throwable cause) {
      this(message, false, cause);
    }

    private CannotConnect(String message, boolean refused, @Nullable Throwable cause) {
      super(message, cause);
      this.refused = refused;
    }

    /** Returns an exception whose message explains why the connection failed. */
    public static CannotConnect of(URI uri, @Nullable Throwable failure) {
      if (has(failure, UnresolvedAddressException.class)
          || has(failure, UnknownHostException.class)) {
        return new CannotConnect(
            "There is no host '" + uri.getHost() + "'; look at the address " + uri + ".", failure);
      }
      if (has(failure, CertificateException.class)
          || has(failure, CertPathValidatorException.class)) {
        return new CannotConnect(
            "The certificate of "
                + uri
                + " is not trusted, or is another host's. Java trusts another one with"
                + " JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE.",
            failure);
      }
      if (has(failure, SSLException.class)) {
        return new CannotConnect(
            uri + " does not speak TLS; try " + with(uri, "ws") + ".", failure);
      }
      if (has(failure, SocketTimeoutException.class) || has(failure, HttpTimeoutException.class)) {
        return late(uri, failure);
      }
      if (has(failure, ConnectException.class)) {
        return new CannotConnect(
            "Nothing listens at " + uri + " (connection refused).", true, failure);
      }
      if (failure instanceof NotUpgraded e) {
        return new CannotConnect(
            uri
                + " is a web server that is no chat server: it answered with HTTP "
                + e.status()
                + " instead of a WebSocket. Look at host and port.",
            failure);
      }
      var hint = "ws".equals(uri.getScheme()) ? "; if it uses TLS, try " + with(uri, "wss") : "";
      return new CannotConnect(
          uri + " does not answer as a chat server does" + hint + ".", failure);
    }

    static CannotConnect late(URI uri, @Nullable Throwable failure) {
      var hint =
          "wss".equals(uri.getScheme()) ? " If it has no TLS, try " + with(uri, "ws") + "." : "";
      return new CannotConnect("No answer from " + uri + " in time." + hint, failure);
    }

    private static String with(URI uri, String scheme) {
      return uri.toString().replaceFirst("^\\w+", scheme);
    }

    private static boolean has(@Nullable Throwable failure, Class<? extends Throwable> kind) {
      for (var cause = failure; cause != null; cause = cause.getCause()) {
        if (kind.isInstance(cause)) return true;
      }
      return false;
    }

    /** True if the host is there and no program listens at the port. */
    public boolean isRefused() {
      return refused;
    }
  }

  /** The server answered with an ERROR; the request had no effect. */
  public static final class Refused extends ClientException {
    private final String wireCode;

    public Refused(String wireCode, String message) {
      super(message, null);
      this.wireCode = wireCode;
    }

    /** Returns the code, or empty if this client does not know it. */
    public Optional<ErrorCode> code() {
      for (var code : ErrorCode.values()) {
        if (code.name().equals(wireCode)) return Optional.of(code);
      }
      return Optional.empty();
    }

    /** Returns the code as the server sent it. */
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

  /** The session is over and does not reconnect: closed, displaced, kicked or banned. */
  public static final class Ended extends ClientException {
    public Ended(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
