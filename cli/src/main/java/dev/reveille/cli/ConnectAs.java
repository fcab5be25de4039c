package dev.reveille.cli;

/** Who a command connects as if no option says it. */
enum ConnectAs {
  /** With the key of the default identity, which is made on first use. */
  IDENTITY,
  /** Without a key. */
  GUEST
}
