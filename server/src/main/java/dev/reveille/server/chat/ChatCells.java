package dev.reveille.server.chat;

import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellFactory;
import dev.reveille.server.kernel.CellId;
import java.util.List;

/** Loads chat's cells. */
public final class ChatCells implements CellFactory {
  private final ChatParts parts;
  private final AgentParts agents;

  /**
   * @param others the parts of the agents' cells that other packages have; they are asked in this
   *     order, after those of chat
   */
  public ChatCells(ChatParts parts, List<AgentPart> others) {
    this.parts = parts;
    agents = new AgentParts(parts, others);
  }

  @Override
  public Cell load(CellId id) {
    return switch (id.kind()) {
      case Cells.AGENT -> agents.load(id.name());
      case Cells.CHANNEL ->
          ChannelCell.load(
              id.name(),
              parts.config(),
              parts.clock(),
              parts.store(),
              parts.presence(),
              parts.attentions(),
              parts.channels());
      case Cells.MAILBOX ->
          MailboxCell.load(
              id.name(), parts.config(), parts.clock(), parts.store(), parts.presence());
      case SkillsCell.KIND -> new SkillsCell(id.name(), parts.clock());
      case VerificationCell.KIND -> new VerificationCell(id.name());
      case GagCell.KIND -> new GagCell(id.name(), parts.clock());
      case Cells.KEYS -> KeyCell.load(id.name(), parts.clock(), parts.store());
      default -> throw new IllegalArgumentException("no cells of kind " + id.kind());
    };
  }
}
