package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sessions that may make a request. */
class RequestTest {
  private static final Body BODY = session("key", false);
  private static final Body SIDE = session("key", true);
  private static final Body GUEST = session(null, true);

  private static final Request<ClientMessage.Ping> OF_BODIES =
      Request.of(ClientMessage.Ping.class, (_, _, _) -> Step.none());

  private static Body session(@Nullable String pubkey, boolean side) {
    return new Body(
        new SessionId("n", 1), "ada", pubkey, null, false, side, false, List.of(), 0, 0, side);
  }

  private static Optional<ErrorCode> refusal(Request<?> request, Body session) {
    return request.refusal(session, new ClientMessage.Ping()).map(ChatAnswer.Refused::code);
  }

  @Test
  void a_request_is_for_bodies_unless_it_says_otherwise() {
    assertThat(refusal(OF_BODIES, BODY)).isEmpty();
    assertThat(refusal(OF_BODIES, session(null, false))).as("a body without a key").isEmpty();
    assertThat(refusal(OF_BODIES, SIDE)).contains(ErrorCode.NOT_ALLOWED);
    assertThat(refusal(OF_BODIES, GUEST)).contains(ErrorCode.SIGNATURE_REQUIRED);
  }

  @Test
  void a_side_session_with_a_key_may_more_than_a_guest() {
    assertThat(refusal(OF_BODIES.orSide(), SIDE)).isEmpty();
    assertThat(refusal(OF_BODIES.orSide(), GUEST)).contains(ErrorCode.SIGNATURE_REQUIRED);
    assertThat(refusal(OF_BODIES.orGuest(), GUEST)).isEmpty();
    assertThat(refusal(OF_BODIES.orGuest(), SIDE)).isEmpty();
    assertThat(refusal(OF_BODIES.orGuest(), BODY)).isEmpty();
  }
}
