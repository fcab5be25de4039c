package dev.reveille.server.seat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeatAnswers;
import dev.reveille.protocol.SeatOrders;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the orders of administrators about seats. It is loaded for each order, finds the agent that
 * is meant, answers questions, and hands changes to the seat's cell.
 */
final class SeatDesk implements Cell {
  private static final int MOST_SEATS = 1_000;
  private static final int LOG_ROWS = 20;
  private static final int MEMORY_ROWS = 10;

  private final String word;
  private final List<String> found;
  private final Store store;
  private final Harnesses harnesses;
  private final @Nullable String closed;

  private SeatDesk(
      String word, List<String> found, Store store, Harnesses harnesses, @Nullable String closed) {
    this.word = word;
    this.found = found;
    this.store = store;
    this.harnesses = harnesses;
    this.closed = closed;
  }

  static SeatDesk load(String word, Store store, Harnesses harnesses, SeatGate gate) {
    return new SeatDesk(word, find(word, store), store, harnesses, gate.closed().orElse(null));
  }

  /** Returns the ids of the agents that a name means; an id means itself. */
  private static List<String> find(String word, Store store) {
    if (word.isEmpty()) return List.of();
    var agents = store.reads(AgentReads.class);
    if (word.startsWith("@")) {
      var byId = agents.agent(word).map(StoredAgent::id);
      return byId.or(() -> seated(word, store)).stream().toList();
    }
    return agents.lastSeenAs(word, 10).stream().map(StoredAgent::id).toList();
  }

  private static Optional<String> seated(String id, Store store) {
    return store.reads(SeatReads.class).seat(id).map(seat -> seat.seat().identity());
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public boolean isLoadedEachTime() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    var ordered = (SeatOrdered) command;
    return Step.answer(new ChatAnswer.Done(), Unit.barrier(effects(ordered)));
  }

  private List<Effect> effects(SeatOrdered ordered) {
    if (ordered.request().order() instanceof SeatOrders.ListSeats) return answer(ordered, list());
    if (found.isEmpty()) {
      return refuse(ordered, ErrorCode.AGENT_NOT_FOUND, "No agent " + word + " has been here");
    }
    if (found.size() > 1) {
      return refuse(
          ordered,
          ErrorCode.INVALID_MSG,
          "Several agents are called " + word + "; use an id: " + String.join(", ", found));
    }
    var id = found.getFirst();
    if (!ordered.kind().equals(SeatOrdered.DESK)) {
      return List.of(new Tell(new CellId(ordered.kind(), id), ordered));
    }
    return switch ((SeatOrders.SeatOrder) ordered.request().order()) {
      case SeatOrders.AddSeat add -> add(ordered, id, add);
      case SeatOrders.ListSeats _ -> answer(ordered, list());
      case SeatOrders.ShowSeat _ -> show(ordered, id);
      case SeatOrders.BenchSeat _ -> pass(ordered, id, new SeatEdit.Bench());
      case SeatOrders.ResumeSeat(_, var override) ->
          closed != null && !override
              ? refuse(
                  ordered,
                  ErrorCode.NOT_ALLOWED,
                  "The gate is closed: " + closed + ". Open it, or use override")
              : pass(ordered, id, new SeatEdit.Resume(override));
      case SeatOrders.RemoveSeat _ -> pass(ordered, id, new SeatEdit.Remove());
      case SeatOrders.ShowMemory _ -> answer(ordered, memory(id));
    };
  }

  private static List<Effect> pass(SeatOrdered ordered, String id, SeatEdit edit) {
    return List.of(
        new Tell(
            SeatCell.at(id),
            new SeatCommand.Ordered(ordered.request(), edit, ordered.by(), ordered.audit())));
  }

  private static List<Effect> refuse(SeatOrdered ordered, ErrorCode code, String reason) {
    return ordered.request().refused(code, reason);
  }

  private static List<Effect> answer(SeatOrdered ordered, String fields) {
    return List.of(
        ordered
            .request()
            .answered(
                new ServerMessage.AdminResult(ordered.request().order().action(), true, fields)));
  }

  private List<Effect> add(SeatOrdered ordered, String id, SeatOrders.AddSeat add) {
    var text = add.quiet();
    var quiet = text == null ? Optional.<QuietHours>empty() : QuietHours.of(text);
    if (text != null && quiet.isEmpty()) {
      return refuse(
          ordered, ErrorCode.INVALID_MSG, "Invalid quiet: such as 22:00-07:00 Europe/Berlin");
    }
    return pass(
        ordered,
        id,
        new SeatEdit.Add(
            new Seat(
                id,
                add.harness(),
                add.folder(),
                add.command(),
                add.environment(),
                add.route(),
                add.autoResume(),
                add.priority(),
                add.dailyWakes(),
                quiet.orElse(null))));
  }

  private byte[] entry(StoredSeat stored) {
    var name = store.reads(AgentReads.class).agent(stored.seat().identity()).map(StoredAgent::name);
    var view = SeatShown.view(stored, harnesses).json();
    return name.isEmpty()
        ? view.getBytes(UTF_8)
        : JsonText.with(view.getBytes(UTF_8), "name", JsonText.quote(name.get()));
  }

  private String list() {
    var reads = store.reads(SeatReads.class);
    var seats = new ArrayList<byte[]>();
    for (var seat : reads.seats("", MOST_SEATS)) seats.add(entry(seat));
    return new JsonText(1024)
        .rawList("seats", seats)
        .field("total", reads.count())
        .field("harnesses", harnesses.names())
        .fields();
  }

  private List<Effect> show(SeatOrdered ordered, String id) {
    var reads = store.reads(SeatReads.class);
    var stored = reads.seat(id);
    if (stored.isEmpty()) return refuse(ordered, ErrorCode.AGENT_NOT_FOUND, id + " has no seat");
    var log = reads.log(id, Long.MAX_VALUE, LOG_ROWS).stream().map(SeatShown::log).toList();
    return answer(
        ordered,
        new JsonText(2048)
            .raw("seat", new String(entry(stored.get()), UTF_8))
            .raw("definition", SeatShown.definition(stored.get().seat()))
            .rawList("log", log)
            .fields());
  }

  private String memory(String id) {
    SeatAnswers.Memory memory = SeatShown.memory(store.reads(MemoryReads.class), id, MEMORY_ROWS);
    return memory.fields();
  }
}
