package dev.reveille.server.store;

import dev.reveille.server.kernel.Refusal;

/** Says why a transaction failed, in words for a person, and what caused it. */
public final class WriteFailure extends Exception {

  enum Fault {
    /** The unit contradicts what is stored. Other units can still be written. */
    UNIT,
    /** The disk or the database file. Nothing can be written until somebody repairs it. */
    DISK,
    /** One of the two above. Only another try with fewer units can tell which. */
    UNCLEAR,
    /** Another process took the store. This process can never write again. */
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
   * Returns the failure of one unit that contradicts what is stored.
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
