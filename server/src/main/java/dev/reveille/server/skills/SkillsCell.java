package dev.reveille.server.skills;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.AppendEvent;
import java.util.List;

/**
 * Owns the skills that an agent offers. It is a cell of its own because its unit is required: if
 * the store refuses it, the cell loses its state, and this cell has none that is not in the store.
 */
public record SkillsCell(String agent, Clock clock) implements Cell {
  public static final String KIND = "skills";

  /** The channel with notices of new skills. */
  private static final String BOARD = "#discovery";

  /** The most names in one notice, and the most characters of one name. */
  private static final int MAX_NAMES = 10;

  private static final int MAX_NAME = 64;

  /** Returns the address of the cell that owns an agent's skills. */
  public static CellId at(String agent) {
    return new CellId(KIND, agent);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    return switch ((SkillsCommand) command) {
      case SkillsCommand.Register register -> register(register);
    };
  }

  private Step register(SkillsCommand.Register register) {
    long now = clock.wallMillis();
    int count = register.skills().size();
    return Step.answer(
        new ChatAnswer.Done(),
        Unit.required(
            AgentRowWrites.writes(
                register.newcomer(),
                List.of(
                    new ReplaceSkills(agent, now, register.skills()),
                    new AppendEvent(
                        now, "skills.registered", agent, null, Integer.toString(count)))),
            AgentRowWrites.effects(
                register.newcomer(),
                List.of(
                    new DeliveryEffect.ToSession(
                        register.session(), new ServerMessage.SkillsRegistered(agent, count, now)),
                    new Tell(
                        Cells.channel(BOARD),
                        new ChannelCommand.Announce(notice(register.names()))))),
            List.of(Messages.notStored(register.session()))));
  }

  /**
   * Returns the notice. The names are an agent's words in a message of the server, so they are
   * short and on one line.
   */
  private String notice(List<String> names) {
    var shown = names.stream().limit(MAX_NAMES).map(SkillsCell::brief).toList();
    return "Agent "
        + agent
        + " registered "
        + names.size()
        + " skill(s): "
        + String.join(", ", shown)
        + (names.size() > MAX_NAMES ? ", …" : "");
  }

  private static String brief(String name) {
    var line = new StringBuilder();
    name.codePoints()
        .limit(MAX_NAME)
        .map(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c)
        .forEach(line::appendCodePoint);
    return name.codePointCount(0, name.length()) > MAX_NAME
        ? line.append('…').toString()
        : line.toString();
  }
}
