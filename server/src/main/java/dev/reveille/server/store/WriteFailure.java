package dev.reveille.server.store;

import dev.reveille.server.kernel.Refusal;

/** Why a transaction did not happen, in words for a person, and where the fault lies. */
public final class WriteFailure extends Exception {

  enum Fault {
    /** What was to be written contradicts what is stored; others can still be written. */
    UNIT,
    /** The disk or the database file; nobody can write until it is mended. */
    DISK,
    /** One of the two above; only another try with fewer units can tell. */
    UNCLEAR,
    /** Another process took the store; this one can never write again. */
    OWNER
  }

  private final Fault fault;
  private final String text;

  WriteFailure(Fault fault, String text, Throwable cause) {
    super(text, cause);
    this.fault = fault;
    this.text = text;
  }

  WriteFailure(Fault fault, String text) {
    super(text);
    this.fault = fault;
    this.text = text;
  }

  /**
   * Refuses one unit, because it contradicts what is stored.
   *
   * @param text for a person: what was not stored, why, and what to do
   */
  public static WriteFailure refused(String text) {
    return new WriteFailure(Fault.UNIT, text);
  }

  Fault fault() {
    return fault;
  }

  String text() {
    return text;
  }

  Refusal refusal() {
    return new Refusal(text, this);
  }
}
