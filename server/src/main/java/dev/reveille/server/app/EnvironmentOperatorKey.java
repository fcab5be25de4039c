package dev.reveille.server.app;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.chat.ChatAnswer;
import dev.reveille.server.chat.OperatorKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;

/** The operator's key as the environment names it; compared in constant time. */
final class EnvironmentOperatorKey implements OperatorKey {
  private static final String NAME = "AGENTCHAT_ADMIN_KEY";

  private final byte[] key;

  EnvironmentOperatorKey(Map<String, String> environment) {
    key = environment.getOrDefault(NAME, "").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Optional<ChatAnswer.Refused> refusal(String shown) {
    if (key.length == 0) {
      return refused(ErrorCode.INVALID_MSG, "Administration is not configured: set " + NAME);
    }
    return MessageDigest.isEqual(key, shown.getBytes(StandardCharsets.UTF_8))
        ? Optional.empty()
        : refused(ErrorCode.AUTH_REQUIRED, "Wrong admin_key");
  }

  private static Optional<ChatAnswer.Refused> refused(ErrorCode code, String reason) {
    return Optional.of(new ChatAnswer.Refused(code, reason));
  }
}
