package dev.reveille.server.identity;

/**
 * The client that shows a token.
 *
 * @param address the client's address, as far as it can be trusted; wrong tokens are counted per
 *     address
 * @param confidential true if nobody on the way can read the token: TLS, loopback, or a trusted
 *     proxy that says that it was reached by https
 */
public record TokenCaller(String address, boolean confidential) {}
