package dev.reveille.server.outgoing;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. May block. */
interface AddressLookup {
  /** Asks the system's resolver. An address in any spelling is its own address. */
  AddressLookup SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /** Returns the addresses of a name, or of an address as text. The first is tried first. */
  List<InetAddress> addresses(String host) throws UnknownHostException;
}
