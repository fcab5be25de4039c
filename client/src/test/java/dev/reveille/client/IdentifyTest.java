package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client gets in, or learns why it does not. */
@Timeout(30)
class IdentifyTest extends RequestFixture {
  IdentifyTest() throws IOException {}

  @Test
  void a_key_agent_answers_the_challenge_with_a_signature_that_its_key_verifies() throws Exception {
    var identity = Identity.generate();
    var connecting = connecting(builder().identity(identity));
    var line = peer.accept();
    var identify = (ClientMessage.Identify) line.read();
    assertThat(identify.pubkey()).isEqualTo(identity.publicKey().pem());
    line.say(new ServerMessage.Challenge("chal_1", "00ff", 1));
    var proof = (ClientMessage.VerifyIdentity) line.read();
    assertThat(proof.challengeId()).isEqualTo("chal_1");
    var text = "AGENTCHAT_AUTH|00ff|chal_1|" + proof.timestamp();
    assertThat(identity.publicKey().verifies(text, proof.signature())).isTrue();
    var id = "@" + identity.agentId();
    line.say(new ServerMessage.Welcome(id, "ada", "peer", false, null, null, null));
    assertThat(result(connecting).agentId()).isEqualTo(id);
  }

  @Test
  void an_agent_can_ask_for_confirmed_delivery_by_key_and_by_token() throws Exception {
    var connecting = connecting(builder().identity(Identity.generate()).confirm(true));
    assertThat(((ClientMessage.Identify) peer.accept().read()).confirm()).isTrue();
    var byToken = connecting(builder().token("rvl_x").confirm(true));
    assertThat(((ClientMessage.Identify) peer.accept().read()).confirm()).isTrue();
    connecting.cancel(true);
    byToken.cancel(true);
    var plain = connecting(builder());
    assertThat(((ClientMessage.Identify) peer.accept().read()).confirm()).isFalse();
    plain.cancel(true);
  }

  @Test
  void a_refused_name_is_a_refusal_with_its_code() throws Exception {
    var connecting = connecting(builder());
    var line = peer.accept();
    line.read();
    line.say(new ServerMessage.Failure(ErrorCode.NOT_ALLOWED, "not on the list"));
    assertThatThrownBy(() -> result(connecting))
        .cause()
        .isInstanceOfSatisfying(
            ClientException.Refused.class,
            e -> {
              assertThat(e.code()).contains(ErrorCode.NOT_ALLOWED);
              assertThat(e).hasMessage("not on the list");
            });
  }

  @Test
  void an_unknown_code_is_still_a_refusal() throws Exception {
    var holder = new LineHolder();
    var client = connect(holder);
    var sending = async(() -> client.send("#x", "hi"));
    holder.line().read();
    holder.line().say("{\"type\":\"ERROR\",\"ts\":1,\"code\":\"NEWER\",\"message\":\"what\"}");
    assertThatThrownBy(() -> result(sending))
        .cause()
        .isInstanceOfSatisfying(
            ClientException.Refused.class,
            e -> {
              assertThat(e.code()).isEmpty();
              assertThat(e.wireCode()).isEqualTo("NEWER");
            });
  }

  @Test
  void nobody_at_the_address_says_so() throws Exception {
    int port;
    try (var gone = new Peer()) {
      port = gone.port();
    }
    var client = builder().uri(URI.create("ws://127.0.0.1:" + port));
    assertThatThrownBy(client::connect)
        .isInstanceOf(ClientException.CannotConnect.class)
        .hasMessageContaining("127.0.0.1:" + port);
  }
}
