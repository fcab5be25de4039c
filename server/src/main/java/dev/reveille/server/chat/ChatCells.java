package dev.reveille.server.chat;

import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellFactory;
import dev.reveille.server.kernel.CellId;

/** Loads chat's cells. */
public final class ChatCells implements CellFactory {
  private final ChatParts parts;

  public ChatCells(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public Cell load(CellId id) {
    return switch (id.kind()) {
      case Cells.AGENT -> AgentCell.load(id.name(), parts);
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
      case Cells.SKILLS -> new SkillsCell(id.name(), parts.clock());
      case Cells.VERIFICATION -> new VerificationCell(id.name());
      case Cells.GAG -> new GagCell(id.name(), parts.clock());
      case Cells.KEYS -> KeyCell.load(id.name(), parts.clock(), parts.store());
      default -> throw new IllegalArgumentException("no cells of kind " + id.kind());
    };
  }
}
