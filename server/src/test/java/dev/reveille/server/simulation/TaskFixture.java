package dev.reveille.server.simulation;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.task.StoredTaskLog;
import dev.reveille.server.task.TaskReads;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A node with three agents that have keys, and short words for what they do with tasks. */
class TaskFixture {
  static final Identity ADA_KEY = SeededIdentity.of(1);
  static final Identity BOB_KEY = SeededIdentity.of(2);
  static final Identity CY_KEY = SeededIdentity.of(3);
  static final String ADA = "@" + ADA_KEY.publicKey().agentId();
  static final String BOB = "@" + BOB_KEY.publicKey().agentId();
  static final String CY = "@" + CY_KEY.publicKey().agentId();

  SimulatedNode node;
  SimulatedAgent ada;
  SimulatedAgent bob;
  SimulatedAgent cy;

  TaskFixture() {
    this("");
  }

  TaskFixture(String settings) {
    this(new Random(7), settings);
  }

  TaskFixture(Random random, String settings) {
    node = SimulatedNode.with(random, settings);
    ada = node.connect("ada").identifyForTasks(ADA_KEY);
    bob = node.connect("bob").identifyForTasks(BOB_KEY);
    cy = node.connect("cy").identifyForTasks(CY_KEY);
    node.run();
  }

  /** The process dies and starts again, and ada comes back. */
  final void restart() {
    node = node.kill();
    ada = node.connect("ada").identifyForTasks(ADA_KEY);
    node.run();
  }

  /** Sends a request and returns the last answer to it. */
  final TaskAnswers.Answer ask(SimulatedAgent agent, ClientMessage request) {
    int before = answers(agent).size();
    agent.send(request);
    node.run();
    var all = answers(agent);
    if (all.size() <= before) throw new AssertionError("no TASK, but " + lastError(agent));
    return all.getLast();
  }

  static List<TaskAnswers.Answer> answers(SimulatedAgent agent) {
    return messages(agent, TaskAnswers.Answer.class);
  }

  static <M extends ServerMessage> List<M> messages(SimulatedAgent agent, Class<M> type) {
    return agent.known().stream()
        .map(known -> known.message())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /** Sends a request and returns the code of the error that answers it. */
  final ErrorCode refused(SimulatedAgent agent, ClientMessage request) {
    int before = messages(agent, ServerMessage.Failure.class).size();
    agent.send(request);
    node.run();
    var all = messages(agent, ServerMessage.Failure.class);
    if (all.size() <= before) throw new AssertionError("no ERROR");
    return all.getLast().code();
  }

  static String lastError(SimulatedAgent agent) {
    var all = messages(agent, ServerMessage.Failure.class);
    return all.isEmpty() ? "no error" : all.getLast().toString();
  }

  final TaskView create(String to, String title) {
    return create(TaskDraft.of(to, title));
  }

  final TaskView create(TaskDraft draft) {
    return ask(ada, new TaskMessages.Create(draft, null)).task();
  }

  static TaskMessages.Move move(TaskMove move, String task) {
    return TaskMessages.Move.of(move, task);
  }

  final TaskAnswers.Answer move(SimulatedAgent agent, TaskMove move, String task) {
    return ask(agent, TaskMessages.Move.of(move, task));
  }

  final TaskState state(String task) {
    return node.store().reads(TaskReads.class).task(task).orElseThrow().progress().state();
  }

  final List<StoredTaskLog> log(String task) {
    return node.store().reads(TaskReads.class).log(task, 0, 1_000);
  }

  /** Entries about tasks that the agent received, whatever their type. */
  static List<ServerMessage.Msg> events(SimulatedAgent agent) {
    return TaskCheck.entries(agent);
  }

  /** Entries of an agent's mailbox that are events of tasks. */
  final List<StoredEntry> mailbox(String agent) {
    return node.store().reads(EntryReads.class).after(agent, 0, 1_000).stream()
        .filter(entry -> entry.kind().equals(TaskAnswers.EVENT_TYPE))
        .toList();
  }

  static String id(SimulatedAgent agent) {
    return Objects.requireNonNull(agent.id());
  }
}
