package dev.reveille.protocol;

/** The codes of {@code ERROR}. The names are those on the wire. */
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
  /** The other agent has no key, so it cannot prove one. */
  NO_PUBKEY,
  NOT_ALLOWED,
  BANNED,
  LURK_MODE,
  DM_AGE_GATE,
  /** No task of this id that the agent may see. */
  TASK_NOT_FOUND,
  /** Added by this server: the store could not keep the request, so it had no effect. */
  STORE_UNAVAILABLE
}
