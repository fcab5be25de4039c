package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.ClientMessages.Read;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificatesTest {
  private static final long TIME = 1_794_801_600_000L;
  private static final Identity FIRST =
      Identity.of(
          """
          -----BEGIN PUBLIC KEY-----
          MCowBQYDK2VwAyEAiojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=
          -----END PUBLIC KEY-----
          """,
          "MC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB");
  private static final Identity SECOND =
      Identity.of(
          """
          -----BEGIN PUBLIC KEY-----
          MCowBQYDK2VwAyEAgTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=
          -----END PUBLIC KEY-----
          """,
          "MC4CAQAwBQYDK2VwBCIEIAICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIC");

  /** The signatures were made by another implementation. */
  @Test
  void a_change_of_fixed_keys_has_a_fixed_text_and_fixed_signatures() {
    var change = KeyChange.sign(FIRST, SECOND, TIME);

    assertThat(AuthText.rotation(change.oldPubkey(), change.newPubkey(), change.timestamp()))
        .isEqualTo(
            "REVEILLE_ROTATE"
                + "|3d4c030534b1c1c6a5238bf5932d7e4b97aad59b927aa0f504717dcb8e8a785f"
                + "|07097e6443239d3669c8fc0b993dc4cf11e47ad3fab35e046f76d5f376f4ce4c"
                + "|1794801600000");
    assertThat(change.sig())
        .isEqualTo(
            "ZqXeYnB/X8zlqGKeRjkM3trHG2ljVik5jZhRjP3s1pd+KM0nzXWknK5aPStb16ScSg/UYsv1vF96vIFuoddnAQ==");
    assertThat(change.newSig())
        .isEqualTo(
            "LmpbZXR7nDLEvBWhbxgnEudGX3mfP5dtK4VODWeR1U8EDa9YiiflI7aC798h6SRQ2N1iah87p7jQNuAYxg8hDg==");
    assertThat(change.verifies()).isTrue();
  }

  @Test
  void a_revocation_of_a_fixed_key_has_a_fixed_text_and_a_fixed_signature() {
    var revocation = Revocation.sign(FIRST, "laptop lost | caf\u00e9", TIME);

    assertThat(
            AuthText.revocation(revocation.pubkey(), revocation.timestamp(), revocation.reason()))
        .isEqualTo(
            "REVEILLE_REVOKE"
                + "|3d4c030534b1c1c6a5238bf5932d7e4b97aad59b927aa0f504717dcb8e8a785f"
                + "|1794801600000|laptop lost | caf\u00e9");
    assertThat(revocation.sig())
        .isEqualTo(
            "Bi/VaquOPWcq3a/Gk6KAMjNNxeOkaDIEizCsGOIV8dcHswfS0i08V2oSCL6d6+6VFHW39+yzIK2IEjlYFKYmDQ==");
    assertThat(revocation.verifies()).isTrue();
  }

  @Test
  void a_certificate_that_anything_was_changed_in_is_not_signed() {
    var c = KeyChange.sign(FIRST, SECOND, TIME);
    var third = Identity.generate().publicKey().pem();
    assertThat(
            List.of(
                new KeyChange(third, c.newPubkey(), c.timestamp(), c.sig(), c.newSig()),
                new KeyChange(c.oldPubkey(), third, c.timestamp(), c.sig(), c.newSig()),
                new KeyChange(c.oldPubkey(), c.newPubkey(), "1", c.sig(), c.newSig()),
                new KeyChange(c.newPubkey(), c.oldPubkey(), c.timestamp(), c.newSig(), c.sig()),
                new KeyChange(c.oldPubkey(), c.newPubkey(), c.timestamp(), c.newSig(), c.sig()),
                new KeyChange(c.oldPubkey(), c.newPubkey(), c.timestamp(), c.sig(), c.sig()),
                new KeyChange("", "", "", "", "")))
        .noneMatch(KeyChange::verifies);
    var r = Revocation.sign(FIRST, "why", TIME);
    assertThat(
            List.of(
                new Revocation(third, r.reason(), r.timestamp(), r.sig()),
                new Revocation(r.pubkey(), "", r.timestamp(), r.sig()),
                new Revocation(r.pubkey(), r.reason(), "1", r.sig()),
                new Revocation(r.pubkey(), r.reason(), r.timestamp(), c.sig())))
        .noneMatch(Revocation::verifies);
  }

  @Test
  void an_identity_keeps_its_id_however_often_its_key_changes() {
    var identity = FIRST;
    for (int i = 0; i < KeyChange.MAX_CHAIN; i++) {
      identity = identity.rotatedTo(Identity.generate(), TIME + i);
      assertThat(identity.agentId()).isEqualTo(FIRST.agentId());
      assertThat(identity.publicKey().agentId()).isNotEqualTo(FIRST.agentId());
    }
    assertThat(identity.rotation()).hasSize(KeyChange.MAX_CHAIN).allMatch(KeyChange::verifies);
    var last = identity;
    assertThatThrownBy(() -> last.rotatedTo(Identity.generate(), TIME))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> SECOND.withRotation(last.rotation()))
        .isInstanceOf(IllegalArgumentException.class);
    var message = new ClientMessage.Identify("ada", last.publicKey().pem(), last.rotation());
    assertThat(ClientMessages.read(ClientMessages.write(message)))
        .isEqualTo(new Read.Valid(message));
    assertThat(Json.read(Certificates.write(last.rotation())).flatMap(Certificates::chain))
        .contains(last.rotation());
  }

  @Test
  void a_chain_hangs_together_brings_no_key_back_and_leads_to_the_key_that_is_shown() {
    var two = FIRST.rotatedTo(SECOND, TIME);
    var three = two.rotatedTo(Identity.generate(), TIME);
    var gap = List.of(three.rotation().getLast(), three.rotation().getFirst());
    var back = new ArrayList<>(two.rotation());
    back.add(KeyChange.sign(SECOND, FIRST, TIME));
    // The same key in another text is the same key.
    var disguised = Identity.of(FIRST.publicKey().pem().strip(), FIRST.privatePem());
    var masked = List.of(two.rotation().getFirst(), KeyChange.sign(SECOND, disguised, TIME));
    var itself = List.of(KeyChange.sign(FIRST, disguised, TIME));
    var tooLong = new ArrayList<KeyChange>();
    for (int i = 0; i <= KeyChange.MAX_CHAIN; i++) tooLong.add(two.rotation().getFirst());

    for (var bad : List.of(gap, back, masked, itself, tooLong, List.<KeyChange>of())) {
      assertThat(ClientMessages.read(ClientMessages.write(new ClientMessage.RotateKey(bad))))
          .isInstanceOfSatisfying(
              Read.Invalid.class, i -> assertThat(i.reason()).startsWith("Invalid rotation"));
      assertThat(Json.read(Certificates.write(bad)).flatMap(Certificates::chain)).isEmpty();
    }
    var elsewhere = new ClientMessage.Identify("ada", FIRST.publicKey().pem(), two.rotation());
    assertThat(ClientMessages.read(ClientMessages.write(elsewhere)))
        .isInstanceOfSatisfying(
            Read.Invalid.class, i -> assertThat(i.reason()).contains("does not lead to"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'type':'ROTATE_KEY'",
        "'type':'ROTATE_KEY','rotation':null",
        "'type':'ROTATE_KEY','rotation':{}",
        "'type':'ROTATE_KEY','rotation':[]",
        "'type':'ROTATE_KEY','rotation':[7,null,[]]",
        "'type':'ROTATE_KEY','rotation':[{'old_pubkey':'x','new_pubkey':'y','timestamp':1}]",
        "'type':'IDENTIFY','name':'ada','rotation':[]",
        "'type':'IDENTIFY','name':'ada','rotation':{'a':1}",
        "'type':'IDENTIFY','name':'ada','pubkey':'PEM','rotation':7",
        "'type':'IDENTIFY','name':'ada','pubkey':'PEM','rotation':[[]]",
        "'type':'REVOKE_KEY'",
        "'type':'REVOKE_KEY','certificate':[]",
        "'type':'REVOKE_KEY','certificate':'PEM'",
        "'type':'REVOKE_KEY','certificate':{'pubkey':7,'timestamp':1,'sig':'s'}",
        "'type':'REVOKE_KEY','certificate':{'pubkey':'PEM','timestamp':0,'sig':'s'}",
        "'type':'REVOKE_KEY','certificate':{'pubkey':'PEM','timestamp':1,'sig':''}",
        "'type':'REVOKE_KEY','certificate':{'pubkey':'PEM','timestamp':1,'sig':'s','reason':7}",
        "'type':'REVOKE_KEY','certificate':{'pubkey':'PEM','timestamp':1,'sig':'s','reason':'\\n'}"
      })
  void what_has_another_shape_is_invalid(String fields) {
    var pem = FIRST.publicKey().pem().replace("\n", "\\n");
    var json = "{" + fields.replace('\'', '"').replace("PEM", pem) + "}";
    assertThat(ClientMessages.read(json))
        .isInstanceOfSatisfying(Read.Invalid.class, i -> assertThat(i.reason()).isNotBlank());
  }

  @ParameterizedTest
  @CsvSource({"200, true", "201, false"})
  void a_reason_has_at_most_200_characters(int length, boolean valid) {
    var revoke = new ClientMessage.RevokeKey(Revocation.sign(FIRST, "x".repeat(length), TIME));
    assertThat(ClientMessages.read(ClientMessages.write(revoke)) instanceof Read.Valid)
        .isEqualTo(valid);
    assertThat(
            Json.read(Certificates.write(revoke.certificate()))
                .flatMap(Certificates::revocation)
                .isPresent())
        .isEqualTo(valid);
  }
}
