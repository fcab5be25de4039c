package dev.reveille.server.chat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.Skill;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.StoredSkill;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent offers to others, and looks for. Part of the agent cell. */
final class Offering {
  private final AgentState state;
  private final ChatParts parts;
  private final Calls calls;
  private final Posting posting;

  Offering(AgentState state, ChatParts parts, Calls calls, Posting posting) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
    this.posting = posting;
  }

  Step register(AgentState.Body body, ClientMessage.RegisterSkills register) {
    if (body.pubkey() == null) {
      return Replies.error(
          body, ErrorCode.SIGNATURE_REQUIRED, "Only an agent with a key can register skills");
    }
    var silenced = posting.silenced(body);
    if (silenced != null) return silenced;
    if (!signed(body.pubkey(), register)) {
      return Replies.error(
          body, ErrorCode.VERIFICATION_FAILED, "The signature is not yours over these skills");
    }
    return calls.call(
        Cells.skills(state.id),
        new SkillsCommand.Register(
            body.session(),
            register.skills().stream().map(Offering::stored).toList(),
            register.skills().stream().map(Skill::capability).toList(),
            state.newcomer(body, parts.clock().wallMillis())),
        answer -> Rooms.orError(body, answer, Step::none));
  }

  private static boolean signed(String pubkey, ClientMessage.RegisterSkills register) {
    return PublicKey.parse(pubkey)
        .filter(key -> key.verifies(AuthText.skills(register.skills()), register.sig()))
        .isPresent();
  }

  private static StoredSkill stored(Skill skill) {
    return new StoredSkill(
        new StoredSkill.Terms(
            SkillResults.folded(skill.capability()), skill.rate(), foldedOrNull(skill.currency())),
        skill.fields());
  }

  private static @Nullable String foldedOrNull(@Nullable String word) {
    return word == null ? null : SkillResults.folded(word);
  }

  Step search(AgentState.Body body, ClientMessage.SearchSkills search) {
    return Step.of(
        Unit.barrier(
            List.of(
                new DeliveryEffect.LookUp(
                    body.session(), new SkillsQuery(search.query(), search.queryId())))));
  }
}
