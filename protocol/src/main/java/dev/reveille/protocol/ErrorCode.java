package dev.reveille.protocol;

/** The codes an {@code ERROR} may carry; names are the wire's. */
public enum ErrorCode {
  AUTH_REQUIRED,
  CHANNEL_NOT_FOUND,
  NOT_INVITED,
  INVALID_MSG,
  RATE_LIMITED,
  AGENT_NOT_FOUND,
  CHANNEL_EXISTS,
  INVALID_NAME,
  VERIFICATION_FAILED,
  VERIFICATION_EXPIRED,
  /** Only an agent with a key can do this. */
  SIGNATURE_REQUIRED,
  /** The other agent has no key to prove. */
  NO_PUBKEY,
  NOT_ALLOWED,
  BANNED,
  LURK_MODE,
  DM_AGE_GATE,
  /** Ours: the store could not keep the request, so it had no effect. */
  STORE_UNAVAILABLE
}
