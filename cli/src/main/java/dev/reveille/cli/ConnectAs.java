package dev.reveille.cli;

/** The identity of a command if no option names one. */
enum ConnectAs {
  /** With the key of the default identity, which is made on first use. */
  IDENTITY,
  /** Without a key. */
  GUEST
}
