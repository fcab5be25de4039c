package dev.reveille.server.identity;

import java.time.Duration;

/** Checks tokens. */
public interface TokenCheck {

  /**
   * Checks a token and records its use.
   *
   * <p>Reads the store, so it blocks: never call it on an event loop.
   *
   * @param bearer the text that the client sent, of any form and length
   */
  Verdict check(String bearer, TokenCaller caller);

  /**
   * True if a token that was granted still holds: neither revoked nor over. Blocks. For an answer
   * that lasts, which asks it from time to time.
   */
  boolean holds(TokenGrant grant);

  /** The outcome. */
  sealed interface Verdict {

    /** The token is right. */
    record Granted(TokenGrant grant) implements Verdict {}

    /** The token is not right. */
    sealed interface Refused extends Verdict {
      /** Returns the sentence for the client. */
      String text();
    }

    /** No such token. A revoked one looks the same, so that nobody learns that it existed. */
    record Unknown() implements Refused {
      @Override
      public String text() {
        return "Invalid token";
      }
    }

    /** The token was right and its time is over. */
    record Expired() implements Refused {
      @Override
      public String text() {
        return "The token has expired";
      }
    }

    /**
     * The token came in clear text, so somebody on the way may have it now. It was not looked up.
     */
    record InClearText() implements Refused {
      @Override
      public String text() {
        return "A token is not accepted in clear text: use TLS (wss, https) or connect from the"
            + " same machine. Replace this token, others may have read it";
      }
    }

    /** Too many wrong tokens came from the address. */
    record TooManyGuesses(Duration delay) implements Refused {
      @Override
      public String text() {
        return "Too many wrong tokens; wait " + Math.max(1, delay.toSeconds()) + " s";
      }
    }

    /** The token is right, but its identity cannot be used at present. */
    record Unusable(String text) implements Refused {}

    /** The store could not be read. */
    record Unreadable() implements Refused {
      @Override
      public String text() {
        return "The store cannot be read at the moment, try again later";
      }
    }
  }
}
