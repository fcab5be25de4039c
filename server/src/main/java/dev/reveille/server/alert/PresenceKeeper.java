package dev.reveille.server.alert;

import dev.reveille.server.kernel.Host;
import dev.reveille.server.observe.PersonPresence;

/** Stores about once a minute when a person was present, if one was. */
final class PresenceKeeper {
  private final Host host;
  private final PersonPresence person;
  private long kept;

  PresenceKeeper(Host host, PersonPresence person) {
    this.host = host;
    this.person = person;
  }

  void keep() {
    long at = person.lookedAt();
    if (at == kept || at == 0) return;
    kept = at;
    host.tell(AlertCell.ID, new AlertCell.PersonWasSeen(at));
  }
}
