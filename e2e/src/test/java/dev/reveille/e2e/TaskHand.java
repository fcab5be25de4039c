package dev.reveille.e2e;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An agent that creates tasks for everybody, claims what it hears of and completes what it gets,
 * over any number of servers' lives. Some of its tasks expire soon, some wait for another one. What
 * had no answer when the server died it asks again under the same key.
 */
final class TaskHand {
  private static final int WINDOW = 4;

  /** An acknowledged change, as the log of the task must have it. */
  record Promise(String task, long seq, String state, String actor) {}

  private final Identity identity = Identity.generate();
  private final String name;
  private final LinkedBlockingQueue<Runnable> todo = new LinkedBlockingQueue<>();

  /* Guarded by this. */
  private final Map<String, Supplier<JsonText>> open = new LinkedHashMap<>();
  private final List<Promise> promises = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final Set<String> made = new HashSet<>();
  private final Set<String> heard = new HashSet<>();
  private @Nullable String lastMade;
  private int lostRaces;
  private int count;
  private boolean over;

  private @Nullable WireAgent agent;

  TaskHand(String name) {
    this.name = name;
  }

  private String id() {
    return "@" + identity.publicKey().agentId();
  }

  void connect(URI uri) {
    synchronized (this) {
      over = false;
    }
    todo.clear();
    agent = WireAgent.keyed(uri, name, identity, this::hear);
  }

  private WireAgent connected() {
    var now = agent;
    if (now == null) throw new IllegalStateException("not connected");
    return now;
  }

  /** Asks again what was left open; returns when all of it is answered. */
  void settle() {
    List<Supplier<JsonText>> again;
    synchronized (this) {
      again = new ArrayList<>(open.values());
    }
    again.forEach(request -> connected().send(request.get()));
    await(open::isEmpty, () -> "got no answer to " + open.keySet());
  }

  private synchronized void await(BooleanSupplier done, Supplier<String> what) {
    long end = System.nanoTime() + WireAgent.PATIENCE.toNanos();
    try {
      while (!done.getAsBoolean()) {
        if (over || System.nanoTime() > end) {
          throw new AssertionError(name + " " + what.get() + "; " + faults);
        }
        wait(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Works until the connection is over. */
  void load() {
    try {
      while (true) {
        synchronized (this) {
          if (over) return;
        }
        var next = todo.poll(5, TimeUnit.MILLISECONDS);
        if (next != null) next.run();
        else if (mayCreate()) create();
      }
    } catch (CompletionException e) {
      // the server died while it was written to; the request stays open
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized int next() {
    return count++;
  }

  private synchronized boolean mayCreate() {
    return open.size() < WINDOW;
  }

  private void create() {
    int number = next();
    var key = name + "-" + number;
    String blocker;
    synchronized (this) {
      blocker = number % 5 == 0 ? lastMade : null;
    }
    ask(key, () -> creation("job " + key, key, number % 4 == 0, blocker));
  }

  private static JsonText creation(
      String title, String key, boolean expires, @Nullable String blocker) {
    var json =
        new JsonText()
            .field("type", "TASK_CREATE")
            .field("to", "#general")
            .field("title", title)
            .field("client_msg_id", key);
    if (expires) json.field("expires_in", 1);
    return blocker == null ? json : json.field("blocked_by", List.of(blocker));
  }

  /** Creates a task for everybody; returns its title. */
  String announce(String title) {
    ask(title, () -> creation(title, title, false, null));
    settle();
    return title;
  }

  /** Returns when the agent was told of a new task with this title. */
  synchronized void awaitNews(String title) {
    await(() -> heard.contains(title), () -> "was not told of " + title);
  }

  private void move(String type, String task) {
    var key = type + " " + name + " " + task;
    ask(
        key,
        () ->
            new JsonText().field("type", type).field("task_id", task).field("client_msg_id", key));
  }

  private void ask(String key, Supplier<JsonText> request) {
    synchronized (this) {
      open.put(key, request);
    }
    connected().send(request.get());
  }

  void leave() {
    if (agent != null) agent.close();
  }

  synchronized List<Promise> promises() {
    return List.copyOf(promises);
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  synchronized int lostRaces() {
    return lostRaces;
  }

  private synchronized void hear(JsonNode message) {
    switch (message.path("type").asString("")) {
      case "OVER" -> over = true;
      case "ERROR" -> faults.add(name + ": refused: " + message);
      case "TASK" -> answered(message);
      case "MSG" -> {
        var task = message.path("task_id").asString("");
        var event = message.path("event").asString("");
        heard.add(message.path("title").asString(""));
        boolean offered = event.equals("created") || event.equals("unblocked");
        if (offered && !made.contains(task)) {
          todo.add(() -> move("TASK_CLAIM", task));
        }
      }
      default -> {}
    }
    notifyAll();
  }

  private void answered(JsonNode answer) {
    open.remove(answer.path("client_msg_id").asString(""));
    var request = answer.path("request").asString("");
    var task = answer.path("task");
    boolean expired = task.path("state").asString("").equals("EXPIRED");
    if (!answer.path("ok").asBoolean(false)) {
      if (expired) return;
      if (request.equals("TASK_CLAIM")) lostRaces++;
      else faults.add(name + ": " + answer);
      if (task.path("owner").asString("").isEmpty()) faults.add(name + ": no owner: " + answer);
      return;
    }
    var id = task.path("task_id").asString("");
    boolean mine = task.path("owner").asString("").equals(id());
    if (request.equals("TASK_CLAIM") && !mine) faults.add(name + ": not mine: " + answer);
    if (request.equals("TASK_CREATE")) {
      made.add(id);
      lastMade = id;
    }
    // The answer to a repeat shows the task as it is by now, which others may have moved.
    if (request.equals("TASK_CREATE") && task.path("seq").asLong(0) > 1) {
      promises.add(new Promise(id, 1, "SUBMITTED", id()));
      return;
    }
    if (expired) return;
    promises.add(
        new Promise(id, task.path("seq").asLong(0), task.path("state").asString(""), id()));
    if (request.equals("TASK_CLAIM") && task.path("state").asString("").equals("WORKING")) {
      todo.add(() -> move("TASK_COMPLETE", id));
    }
  }
}
