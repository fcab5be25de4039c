package dev.reveille.server.skills;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.Skill;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.kernel.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registers an agent's skills and searches those of others. Part of the agent cell. */
public final class SkillsPart implements AgentPart {
  private final ChatParts parts;

  public SkillsPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.RegisterSkills.class, this::register).orSide(),
        Request.of(ClientMessage.SearchSkills.class, (_, body, search) -> search(body, search))
            .orGuest());
  }

  private Step register(Agent agent, Body body, ClientMessage.RegisterSkills register) {
    if (body.pubkey() == null) {
      return Replies.error(
          body, ErrorCode.SIGNATURE_REQUIRED, "Only an agent with a key can register skills");
    }
    var silenced = agent.mayNotSpeak(body);
    if (silenced.isPresent()) return silenced.get();
    if (!signed(body.pubkey(), register)) {
      return Replies.error(
          body, ErrorCode.VERIFICATION_FAILED, "The signature is not yours over these skills");
    }
    return agent
        .calls()
        .to(
            SkillsCell.at(agent.id()),
            new SkillsCommand.Register(
                body.session(),
                register.skills().stream().map(SkillsPart::stored).toList(),
                register.skills().stream().map(Skill::capability).toList(),
                agent.newcomer(body, parts.clock().wallMillis())))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
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

  private static Step search(Body body, ClientMessage.SearchSkills search) {
    return Replies.lookUp(body, new SkillsQuery(search.query(), search.queryId()));
  }
}
