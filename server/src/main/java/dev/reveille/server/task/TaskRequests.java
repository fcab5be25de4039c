package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.TaskContent;
import dev.reveille.protocol.TaskLimits;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Handles the requests about tasks. Part of the agent cell. */
final class TaskRequests implements AgentPart {
  /** The most tasks that one session watches. */
  static final int MOST_WATCHED = 100;

  /** The most tasks that may wait for one task. */
  private static final int MOST_WAITERS = 1_000;

  /** The number of tasks that the agent may still create before they are counted again. */
  private static final class Room {
    private int left;
  }

  private static final Slot<Room> ROOM = new Slot<>(Room::new);

  /** The tasks that each session of the agent watches. Ended side sessions go at the next watch. */
  private static final Slot<Map<SessionId, Set<String>>> WATCHED = new Slot<>(HashMap::new);

  private final ChatParts parts;
  private final TaskIds ids;
  private final TaskRedaction redaction;
  private final TaskTargets targets;

  TaskRequests(ChatParts parts, TaskIds ids) {
    this.parts = parts;
    this.ids = ids;
    redaction = new TaskRedaction(parts);
    targets = new TaskTargets(parts);
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        new Request<>(TaskMessages.Create.class, this::create).orSide(),
        Request.of(TaskMessages.Move.class, this::move).orSide(),
        Request.of(TaskMessages.Get.class, this::get).orSide(),
        Request.of(TaskMessages.Tasks.class, TaskRequests::list).orSide(),
        Request.of(TaskMessages.Watch.class, this::watch).orSide());
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    var watched = agent.find(WATCHED);
    if (watched != null) watched.remove(body.session());
    return List.of();
  }

  private long now() {
    return parts.clock().wallMillis();
  }

  private TaskCommand.Asker asker(Agent agent, Body body, @Nullable String key) {
    return new TaskCommand.Asker(
        body.session(), agent.id(), body.name(), key, agent.newcomer(body, now()));
  }

  /** Returns an error if the agent may not change tasks now. */
  private Optional<Step> refusal(Agent agent, Body body) {
    if (!body.hasKey()) {
      return Optional.of(
          Replies.error(
              body,
              ErrorCode.SIGNATURE_REQUIRED,
              "Only an agent with a key can create, claim and change tasks"));
    }
    var silenced = agent.mayNotSpeak(body);
    if (silenced.isPresent()) return silenced;
    return agent.rate().take(parts.clock().nanos())
        ? Optional.empty()
        : Optional.of(
            Replies.error(
                body,
                ErrorCode.RATE_LIMITED,
                "Too fast: one message or task per "
                    + parts.config().rateInterval().toMillis()
                    + " ms"));
  }

  private Step create(Agent agent, Body body, TaskMessages.Create create, String id) {
    var refused = refusal(agent, body);
    if (refused.isPresent()) return refused.get();
    var draft = redaction.of(create.draft());
    long now = now();
    var expiresAt = draft.expiry().from(now);
    var key = create.clientMsgId();
    var task = key == null ? ids.ofNew(agent.id(), id) : ids.of(agent.id(), "c " + key);
    var asker = asker(agent, body, key);
    var refusal = ifNotKnown(agent, task, new TaskCommand.Again(asker, TaskCell.CREATE));
    if (expiresAt != null && !isAhead(expiresAt, now)) return refusal.apply(badExpiry(body));
    var related = new ArrayList<>(draft.blockedBy());
    if (draft.parent() != null) related.add(draft.parent());
    Function<TaskTargets.Target, Step> make =
        target ->
            make(
                agent,
                body,
                task,
                new TaskCommand.Create(
                    asker,
                    new StoredTask.Facts(
                        agent.id(),
                        target.name(),
                        target.assignee(),
                        draft.title(),
                        draft.priority(),
                        draft.labels(),
                        now,
                        draft.dueAt(),
                        draft.parent(),
                        TaskContent.fields(draft)),
                    target.audience(),
                    draft.blockedBy(),
                    expiresAt));
    return withRoom(
        agent,
        body,
        refusal,
        () ->
            withSeen(
                agent,
                body,
                related,
                refusal,
                () -> targets.find(agent, body, draft.to(), refusal, make)));
  }

  /**
   * Returns what is done instead of an error: a request that was carried out before is answered as
   * the first time. Only a request with a key can be known.
   */
  private static UnaryOperator<Step> ifNotKnown(Agent agent, String task, TaskCommand.Again again) {
    if (again.asker().key() == null) return error -> error;
    return error ->
        agent
            .calls()
            .to(TaskCell.at(task), again)
            .nothingToUndo()
            .then(answer -> answer instanceof TaskMade ? Step.none() : error);
  }

  private static boolean isAhead(long time, long now) {
    return time > now && time <= now + TaskLimits.EXPIRES_IN * 1_000;
  }

  private static Step badExpiry(Body body) {
    return Replies.error(
        body, ErrorCode.INVALID_MSG, "Invalid expires_at: a time from now to a year ahead");
  }

  private static Step make(Agent agent, Body body, String task, TaskCommand.Create create) {
    return agent
        .calls()
        .to(TaskCell.at(task), create)
        .nothingToUndo()
        .then(
            answer -> {
              if (answer instanceof TaskMade(var isNew) && isNew) agent.slot(ROOM).left--;
              return Replies.orError(body, answer, Step::none);
            });
  }

  /**
   * Goes on if the agent has not too many open tasks. The count is cached, so the limit may be
   * exceeded briefly.
   */
  private Step withRoom(Agent agent, Body body, UnaryOperator<Step> refusal, Supplier<Step> then) {
    var room = agent.slot(ROOM);
    if (room.left > 0) return then.get();
    int most = parts.config().of(TaskConfig.SETTINGS).maxOpen();
    return agent
        .calls()
        .to(OpenTasks.at(agent.id()), new OpenTasks.CountTasks())
        .nothingToUndo()
        .then(
            answer -> {
              if (answer instanceof OpenTasks.TaskCount(var open)) room.left = most - open;
              if (room.left > 0) return then.get();
              return refusal.apply(
                  Replies.orError(
                      body,
                      answer,
                      () ->
                          Replies.error(
                              body,
                              ErrorCode.RATE_LIMITED,
                              "You have too many open tasks: at most " + most)));
            });
  }

  /** Goes on if the agent may know of all these tasks. */
  private static Step withSeen(
      Agent agent,
      Body body,
      List<String> tasks,
      UnaryOperator<Step> refusal,
      Supplier<Step> then) {
    if (tasks.isEmpty()) return then.get();
    return agent
        .calls()
        .to(TaskCell.at(tasks.getFirst()), new TaskCommand.See(agent.id()))
        .nothingToUndo()
        .then(
            answer -> {
              if (answer instanceof TaskSeen(var waiters) && waiters < MOST_WAITERS) {
                return withSeen(agent, body, tasks.subList(1, tasks.size()), refusal, then);
              }
              return refusal.apply(
                  Replies.orError(
                      body,
                      answer,
                      () ->
                          Replies.error(
                              body,
                              ErrorCode.RATE_LIMITED,
                              "Too many tasks wait for " + tasks.getFirst())));
            });
  }

  private Step move(Agent agent, Body body, TaskMessages.Move asked) {
    var refused = refusal(agent, body);
    if (refused.isPresent()) return refused.get();
    long now = now();
    var expiresAt = asked.expiry().from(now);
    var asker = asker(agent, body, asked.clientMsgId());
    var again = new TaskCommand.Again(asker, asked.move().type());
    var refusal = ifNotKnown(agent, asked.taskId(), again);
    if (asked.move() == TaskMove.EXTEND && (expiresAt == null || !isAhead(expiresAt, now))) {
      return refusal.apply(badExpiry(body));
    }
    var clean =
        asked.saying(redaction.parts(asked.message()), redaction.artifacts(asked.artifacts()));
    var links = clean.blockedBy();
    var move =
        new TaskCommand.Move(
            asker,
            clean.move(),
            clean.state(),
            clean.expected(),
            new TaskCommand.Said(clean.said(), text(clean.message())),
            links,
            expiresAt);
    return withSeen(
        agent,
        body,
        links == null ? List.of() : links,
        refusal,
        () -> tell(agent, body, clean.taskId(), move));
  }

  /** Returns the beginning of the first text; null if there is none. */
  private static @Nullable String text(List<TaskPart> message) {
    for (var part : message) {
      if (part instanceof TaskPart.Text(var words)) return TaskNews.beginning(words);
    }
    return null;
  }

  private static Step tell(Agent agent, Body body, String task, TaskCommand command) {
    return agent
        .calls()
        .to(TaskCell.at(task), command)
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private Step get(Agent agent, Body body, TaskMessages.Get get) {
    return tell(
        agent, body, get.taskId(), new TaskCommand.Show(asker(agent, body, null), get.after()));
  }

  private static Step list(Agent agent, Body body, TaskMessages.Tasks asked) {
    return Replies.lookUp(body, new TaskListQuery(agent.id(), asked));
  }

  private Step watch(Agent agent, Body body, TaskMessages.Watch watch) {
    var sessions = agent.slot(WATCHED);
    sessions.keySet().removeIf(session -> !agent.speaks(session));
    var watched = sessions.computeIfAbsent(body.session(), _ -> new HashSet<>());
    if (watch.on() && watched.size() >= MOST_WATCHED && !watched.contains(watch.taskId())) {
      return Replies.error(
          body,
          ErrorCode.RATE_LIMITED,
          "This session watches " + MOST_WATCHED + " tasks: end one first");
    }
    return agent
        .calls()
        .to(
            TaskCell.at(watch.taskId()),
            new TaskCommand.Watch(asker(agent, body, null), watch.after(), watch.on()))
        .nothingToUndo()
        .then(
            answer ->
                Replies.orError(
                    body,
                    answer,
                    () -> {
                      if (watch.on()) watched.add(watch.taskId());
                      else watched.remove(watch.taskId());
                      return Step.none();
                    }));
  }
}
