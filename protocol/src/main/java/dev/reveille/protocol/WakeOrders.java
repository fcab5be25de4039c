package dev.reveille.protocol;

import java.util.List;

/** Administrators' orders about wakes. */
public final class WakeOrders {
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(
              AdminMessages.order(
                  "ADMIN_SEAT_WAKE",
                  f -> new WakeSeat(SeatOrders.identity(f), f.flag("override")))),
          List.of());

  private WakeOrders() {}

  /**
   * Asks for a wake of a seat. It is decided as every wake is.
   *
   * @param identity a name, or an id with {@code @}
   * @param override true if it is woken although the gate is closed
   */
  public record WakeSeat(String identity, boolean override) implements AdminOrder {
    @Override
    public String action() {
      return "seat_wake";
    }

    @Override
    public String subject() {
      return identity + (override ? ", with override of the gate" : "");
    }

    @Override
    public void write(JsonText json) {
      json.field("identity", identity).field("override", override);
    }
  }
}
