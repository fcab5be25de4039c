package dev.reveille.protocol;

import java.util.List;
import java.util.Set;

/** One or more fixed messages of every type. A new message type needs a line here. */
final class Samples {
  private static final String PEM =
      "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAmSBSifv/pQb4jGDf5rZXPT75I1LW4ya5crwHYa2qDmU=\n-----END PUBLIC KEY-----\n";
  private static final String NEXT_PEM =
      "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAyNML2/yDpDW039OeP0oc6TSQFncc/Z+lakBAf972VNw=\n-----END PUBLIC KEY-----\n";
  private static final List<KeyChange> ROTATION =
      List.of(new KeyChange(PEM, NEXT_PEM, "1700000000000", "c2ln", "bmV3"));
  private static final Filter FILTER =
      new Filter(true, List.of("deploy"), List.of("ci"), List.of("@ada"));

  private static final RouteMessages.Wish WISH =
      new RouteMessages.Wish(
          "message",
          Priority.HIGH,
          List.of("@bob"),
          List.of("build"),
          "m1",
          "seat",
          "next_turn",
          60);
  private static final RouteMessages.Wish HOOK =
      new RouteMessages.Wish(
          "task", Priority.LOW, List.of(), List.of(), null, "webhook", "immediate", null);
  private static final SeatMessages.Note NOTE =
      new SeatMessages.Note("all", "test it", "which one?", List.of("#general", "task_1"));

  static final List<ClientMessage> CLIENT =
      List.of(
          ClientMessage.Identify.of("ada", null),
          new ClientMessage.Identify("ada", NEXT_PEM, ROTATION, true),
          ClientMessage.Identify.byToken("ada", "rvl_x", true),
          ClientMessage.Identify.byToken("", "rvl_x", false),
          ClientMessage.Identify.of("ada", PEM).withConfirm(true),
          ClientMessage.Identify.byToken("", "rvl_x", false).withSide(true),
          new ClientMessage.VerifyIdentity("c1", "c2ln", "1700000000000"),
          new ClientMessage.RotateKey(ROTATION),
          new ClientMessage.RevokeKey(new Revocation(PEM, "lost", "1700000000000", "c2ln")),
          new ClientMessage.Ping(),
          new ClientMessage.ListChannels(),
          new ClientMessage.ListAgents("#general"),
          new ClientMessage.Join("#general", null),
          new ClientMessage.Join("#general", 7L),
          new ClientMessage.Leave("#general"),
          new ClientMessage.CreateChannel("#new", true, false),
          new ClientMessage.Invite("#new", "@bob"),
          ClientMessage.Msg.of("#general", "hi"),
          new ClientMessage.Msg("@bob", "\"é😀\n", "c2ln", "{\"a\":1}", List.of("x", "y"), "id-1"),
          ClientMessage.Msg.of("@bob", "now").withPriority(Priority.HIGH).withReceipt(true),
          ClientMessage.Msg.of("#general", "later").withPriority(Priority.LOW),
          new ClientMessage.Typing("#general"),
          new ClientMessage.SetPresence(PresenceStatus.BUSY, null),
          new ClientMessage.SetPresence(PresenceStatus.AWAY, "lunch"),
          new ClientMessage.SetNick("ada2"),
          new ClientMessage.History("#general", 5L, null, 100),
          new ClientMessage.History("#general", null, 9L, 1000),
          new ClientMessage.FileChunk("@bob", "AAAA"),
          new ClientMessage.RespondingTo("m1", "#general", 1.5),
          new ClientMessage.VerifyRequest("@bob", "0123456789abcdef"),
          new FindMessages.FindAgent("@bob"),
          new ClientMessage.VerifyResponse("r1", "0123456789abcdef", "c2ln"),
          new ClientMessage.RegisterSkills(
              Skill.list("[{\"capability\":\"code\",\"rate\":5,\"7\":1}]"), "c2ln"),
          new ClientMessage.SearchSkills(SkillQuery.of("code", 2.5, "EUR", 10), "\"q1\""),
          new ClientMessage.SearchSkills(SkillQuery.ofAgent("@bob"), null),
          new ClientMessage.Subscribe("#general", null),
          new ClientMessage.Subscribe("#general", FILTER),
          new ClientMessage.Subscribe("#general", Filter.atLeast(Priority.HIGH), false),
          new ClientMessage.Mute("@bob", true),
          new ClientMessage.Subscriptions(),
          new ClientMessage.Callbacks(),
          new ClientMessage.CancelCallback("cb1"),
          ConfirmMessages.Confirm.upTo("@me", 7),
          ConfirmMessages.Confirm.upTo("#general", 9),
          ConfirmMessages.Confirm.all("Y3Vyc29y"),
          new WakeMessages.Started("0a1b2c3d4e5f"),
          new WakeMessages.TakeWakes(false),
          new RouteMessages.ListRoutes(),
          new RouteMessages.WishRoute(WISH),
          new RouteMessages.DropRoute(7),
          new InboxMessages.AskUnread(),
          InboxMessages.AskPending.of(50),
          new InboxMessages.AskPending(
              20,
              List.of("#general", "#agents"),
              30_000,
              List.of("@bob"),
              List.of("deploy"),
              Priority.HIGH),
          InboxMessages.AskPending.of(20, "#general").after("Y3Vyc29y"),
          new ReceiptMessages.AskReceipt("m1"),
          new RetractionMessages.Retract("m1"),
          new TaskMessages.Create(TaskDraft.of("@bob", "Fix the build"), null),
          new TaskMessages.Create(
              TaskDraft.of("#general", "Fix the build")
                  .withInput(TaskSamples.PARTS)
                  .withTerms(Priority.HIGH, List.of("ci", "é"), 99L)
                  .withExpiry(TaskExpiry.after(60))
                  .withRelations(List.of(TaskSamples.OTHER_TASK), TaskSamples.OTHER_TASK)
                  .withContext("{\"shape\":\"pr\"}", "{\"max_tokens\":5}", "{\"session\":\"s1\"}"),
              "k1"),
          new TaskMessages.Create(
              TaskDraft.of("skill:java", "Review").withExpiry(new TaskExpiry(99L, null)), "k2"),
          TaskMessages.Move.of(TaskMove.CLAIM, TaskSamples.TASK),
          TaskMessages.Move.of(TaskMove.CLAIM, TaskSamples.TASK).expecting(TaskState.SUBMITTED),
          TaskMessages.Move.of(TaskMove.UPDATE, TaskSamples.TASK)
              .to(TaskState.INPUT_REQUIRED)
              .saying(TaskSamples.PARTS, TaskSamples.ARTIFACTS)
              .withClientMsgId("k3"),
          TaskMessages.Move.of(TaskMove.UPDATE, TaskSamples.TASK)
              .withBlockedBy(List.of(TaskSamples.OTHER_TASK)),
          TaskMessages.Move.of(TaskMove.COMPLETE, TaskSamples.TASK)
              .saying(List.of(), TaskSamples.ARTIFACTS),
          TaskMessages.Move.of(TaskMove.FAIL, TaskSamples.TASK)
              .saying(TaskSamples.PARTS, List.of()),
          TaskMessages.Move.of(TaskMove.REJECT, TaskSamples.TASK),
          TaskMessages.Move.of(TaskMove.GIVE_BACK, TaskSamples.TASK),
          TaskMessages.Move.of(TaskMove.CANCEL, TaskSamples.TASK)
              .saying(TaskSamples.PARTS, List.of()),
          TaskMessages.Move.of(TaskMove.EXTEND, TaskSamples.TASK).withExpiry(TaskExpiry.after(60)),
          new TaskMessages.Get(TaskSamples.TASK, 3),
          TaskMessages.Tasks.all(true),
          new TaskMessages.Tasks(
              TaskMessages.Part.OWNER,
              List.of(TaskState.WORKING, TaskState.INPUT_REQUIRED),
              false,
              "ci",
              Priority.HIGH,
              10,
              "p7"),
          new TaskMessages.Watch(TaskSamples.TASK, 3, true),
          new TaskMessages.Watch(TaskSamples.TASK, 0, false),
          ClientMessage.Identify.of("ada", PEM).withSession("ses_1"),
          new SeatMessages.GetSeat(),
          new SeatMessages.SetSeat(true, 5, "22:00-07:00 Europe/Berlin"),
          new SeatMessages.SetSeat(null, -1, ""),
          new SeatMessages.LeaveHandoff(NOTE, null),
          new SeatMessages.DeclareEnd(SessionEnding.SUNSET, null, null),
          new SeatMessages.DeclareEnd(SessionEnding.FULL, NOTE, "ses_1"),
          new SeatMessages.GetMemory(10),
          new ClientMessage.Admin(new AdminOrder.Approve(PEM, "of ada"), "k"),
          new ClientMessage.Admin(new AdminOrder.Approve(PEM, null), "k"),
          new ClientMessage.Admin(new AdminOrder.Revoke("ada"), "k"),
          new ClientMessage.Admin(new AdminOrder.Revoke(PEM), "k"),
          new ClientMessage.Admin(new AdminOrder.ListAllowed(), "k"),
          new ClientMessage.Admin(new AdminOrder.Kick("@ada", "spam"), "k"),
          new ClientMessage.Admin(new AdminOrder.Ban("@ada", null), "k"),
          new ClientMessage.Admin(new AdminOrder.Unban("@ada"), "k"),
          new ClientMessage.Admin(new AdminOrder.Motd(null, true), "k"),
          new ClientMessage.Admin(new AdminOrder.Motd("hello", false), "k"),
          new ClientMessage.Admin(new AdminOrder.Verify("@ada", true), "k"),
          new ClientMessage.Admin(new ModerationOrders.Mute("@ada", 60, "spam"), "k"),
          new ClientMessage.Admin(new ModerationOrders.SlowMode("#general", 5), "k"),
          new ClientMessage.Admin(new AdminOrder.ListAllowed(), null),
          new ClientMessage.Admin(
              new TokenMessages.NewToken(
                  "ci", Set.of(Scope.SEND, Scope.OBSERVE), "ci-bot", true, 60),
              "k"),
          new ClientMessage.Admin(
              new TokenMessages.NewToken("ci", Set.of(Scope.ADMIN), "@bot", false, 0), "k"),
          new ClientMessage.Admin(
              new TokenMessages.NewToken("ci", Set.of(Scope.TASK, Scope.SEAT), null, false, 5),
              null),
          new ClientMessage.Admin(new TokenMessages.ListTokens(), "k"),
          new ClientMessage.Admin(new TokenMessages.RevokeToken("abcdefghjk"), "k"),
          new ClientMessage.Admin(new TokenMessages.RevokeIdentity("bot"), "k"),
          new ClientMessage.Admin(
              new SeatOrders.AddSeat(
                  "ada",
                  "scripted",
                  "/work",
                  List.of("run", "--fast"),
                  List.of("A=1"),
                  "tmux:ada",
                  false,
                  Priority.HIGH,
                  20,
                  "22:00-07:00 UTC"),
              "k"),
          new ClientMessage.Admin(new SeatOrders.ListSeats(), "k"),
          new ClientMessage.Admin(new SeatOrders.ShowSeat("ada"), "k"),
          new ClientMessage.Admin(new SeatOrders.BenchSeat("@ada"), "k"),
          new ClientMessage.Admin(new SeatOrders.ResumeSeat("ada", true), "k"),
          new ClientMessage.Admin(new SeatOrders.RemoveSeat("ada"), "k"),
          new ClientMessage.Admin(new WakeOrders.WakeSeat("ada", true), "k"),
          new ClientMessage.Admin(new RouteOrders.ShowRoutes("ada"), "k"),
          new ClientMessage.Admin(
              new RouteOrders.SetRoute("ada", HOOK, "https://example.org/wake"), "k"),
          new ClientMessage.Admin(new RouteOrders.RemoveRoute("ada", 7), "k"),
          new ClientMessage.Admin(new SeatOrders.ShowMemory("ada"), "k"));

  private static final ServerMessage.Msg MSG =
      new ServerMessage.Msg(
          7,
          "@ada",
          "ada",
          "#general",
          "\"é😀\n\ud800",
          3,
          "m3",
          true,
          "\"sig\":\"c2ln\",\"in_reply_to\":\"m1\",\"tags\":[\"x\"],\"mentions\":[\"@bob\"]");
  private static final ServerMessage.Msg NOTICE =
      new ServerMessage.Msg(7, "@server", "Server", "@ada", "", 0, null, null, "\"missed\":4");

  static final List<ServerMessage> SERVER =
      List.of(
          new ServerMessage.Challenge("c1", "n1", 99),
          new ServerMessage.Welcome("@ada", "ada", "reveille", null, null, null, null),
          new ServerMessage.Welcome("@ada", "ada", "reveille", true, "new here", 99L, "be kind"),
          new ServerMessage.Welcome(
              "@ada", "ada", "reveille", false, null, null, null, true, false),
          new ServerMessage.Welcome(
              "@ada", "ada", "reveille", false, null, null, null, false, true),
          new ServerMessage.SessionDisplaced("elsewhere", "127.0.0.1"),
          new ServerMessage.Failure(ErrorCode.INVALID_MSG, "no"),
          MSG,
          NOTICE,
          new ServerMessage.Joined(
              "#general", List.of(new ServerMessage.Member("@ada", "ada", true)), 1, 3),
          new ServerMessage.Joined("#general", List.of(), 0, 0),
          new ServerMessage.Created("#new", "@ada"),
          new ServerMessage.AgentJoined("#general", "@ada", "ada", false),
          new ServerMessage.AgentLeft("#general", "@ada", null),
          new ServerMessage.AgentLeft("#general", "@ada", "ada"),
          new ServerMessage.Left("#general"),
          new ServerMessage.Channels(
              List.of(
                  new ServerMessage.ChannelSummary("#general", 3, false),
                  new ServerMessage.ChannelSummary("#vip", 1, true))),
          new ServerMessage.Agents(
              "#general",
              List.of(
                  new ServerMessage.AgentSummary("@ada", "ada", "online", null, true),
                  new ServerMessage.AgentSummary("@bob", "bob", "away", "lunch", false))),
          new ServerMessage.HistoryPage("#general", List.of(MSG, NOTICE), 1, 3, true),
          new ServerMessage.PresenceChanged("@ada", "ada", "busy", null),
          new ServerMessage.PresenceChanged("@ada", "ada", "busy", "work"),
          new ServerMessage.Presence("@ada", "sleeping"),
          new ServerMessage.NickChanged("@ada", "ada", "ada2"),
          new ServerMessage.Typing("@ada", "ada", "#general"),
          new ServerMessage.KeyRotated("@ada", PEM),
          new ServerMessage.KeyRevoked("@ada"),
          new ServerMessage.Pong(),
          new ServerMessage.FileChunk("@ada", "@bob", "AAAA"),
          new ServerMessage.FloorClaimed("m1", "#general", "@ada", "ada", 1.5),
          new ServerMessage.Yield("m1", "#general", "@ada", 1e21, "later"),
          new ServerMessage.ProofWanted("r1", "@ada", "0123456789abcdef"),
          new ServerMessage.ProofPending("r1", "@bob"),
          new ServerMessage.Proven("r1", "@bob", PEM),
          new ServerMessage.NotProven("r1", "@bob", "timeout"),
          new ServerMessage.ProofChecked("r1", true),
          new ServerMessage.ProofChecked("r1", false),
          new ServerMessage.SkillsRegistered("@ada", 2, 99),
          new ServerMessage.SearchResults(
              "\"q1\"",
              "{\"capability\":\"code\"}",
              List.of(new ServerMessage.FoundSkill("@ada", "\"capability\":\"code\"", 99)),
              1),
          new ServerMessage.SearchResults(null, "{}", List.of(), 0),
          new ServerMessage.Subscribed("#general", null, true),
          new ServerMessage.Subscribed("#general", FILTER, false),
          new ServerMessage.Muted(List.of("@bob")),
          new ServerMessage.Subscriptions(
              List.of(
                  new ServerMessage.Subscription("#general", FILTER, true),
                  new ServerMessage.Subscription("#vip", null, false)),
              List.of("@bob")),
          new ServerMessage.Callbacks(
              List.of(new ServerMessage.PendingCallback("cb1", "@ada", "wake", 99, 7))),
          new ServerMessage.CallbackCancelled("cb1"),
          new ConfirmMessages.Confirmed(null, "#general", 9, List.of(), false),
          new ConfirmMessages.Confirmed(
              "Y3Vyc29y", "@me", 7, List.of(new ConfirmMessages.ChannelMark("#general", 9)), true),
          new WakeMessages.Wake(
              "0a1b2c3d4e5f", "[wake 0a1b2c3d4e5f] 1 unread (from @bob)", List.of("UNREAD")),
          new WakeMessages.StartNoted("0a1b2c3d4e5f"),
          new RouteMessages.Routes(
              "ROUTE_SET",
              List.of(
                  new RouteMessages.ShownRoute(7, WISH, null, "active", null),
                  new RouteMessages.ShownRoute(
                      8, HOOK, "https://example.org/wake", "degraded", "it answered 404"))),
          new InboxMessages.Unread(
              4,
              List.of(
                  new InboxMessages.KindCounts("dm", 0, 1, 1),
                  new InboxMessages.KindCounts("mention", 1, 0, 0)),
              3,
              List.of(new InboxMessages.UnreadChannel("#general", 1, true, 8, 9, 7))),
          new InboxMessages.Pending(
              List.of(
                  new InboxMessages.PendingEntry(MSG, "mention"),
                  new InboxMessages.PendingEntry(NOTICE, "dm")),
              "Y3Vyc29y",
              2,
              1,
              true),
          new InboxMessages.Pending(List.of(), "Y3Vyc29y", 0, 0, false),
          new FindMessages.FoundAgent("@bob", "@0123456789abcdef"),
          new ReceiptMessages.Receipt("m1", "@bob", "offered", 99, null),
          new ReceiptMessages.Receipt("m1", "@bob", "stored", 99, null, List.of("QUIET_HOURS")),
          new ReceiptMessages.Receipt("m1", "#general", null, 0, 3L),
          new RetractionMessages.Retracted("m1", "@bob", "#general", 3),
          new TaskAnswers.Answer("TASK_CREATE", true, null, "k1", TaskSamples.NEW_TASK),
          new TaskAnswers.Answer("TASK_CLAIM", false, "taken", null, TaskSamples.VIEW),
          new TaskAnswers.Answer("TASK_GET", true, null, null, TaskSamples.WHOLE_TASK),
          new TaskAnswers.Page(List.of(TaskSamples.VIEW, TaskSamples.NEW_TASK), "p7"),
          new TaskAnswers.Page(List.of(), null),
          new SeatAnswers.Answer("SEAT_GET", null),
          new SeatAnswers.Answer(
              "SEAT_SET",
              new SeatView(
                  "@ada",
                  "scripted",
                  SeatState.OPTED_OUT,
                  SeatState.RATE_LIMITED,
                  7,
                  "ses_1",
                  99L,
                  true,
                  5,
                  "22:00-07:00 UTC",
                  "00:00-01:00 UTC",
                  Priority.NORMAL,
                  2,
                  false,
                  "no harness")),
          new SeatAnswers.Memory(
              "@ada",
              List.of(
                  new SeatAnswers.Session(
                      "ses_2", "ses_1", "full", 5, 6L, 7L, SessionEnding.SUNSET, "m", 8L, 9L),
                  new SeatAnswers.Session(
                      "ses_1", null, "first", 1, null, null, null, null, null, null)),
              List.of(new SeatAnswers.HandedOff(1, "ses_1", 4, "agent", NOTE)),
              List.of(new SeatAnswers.WorkedOn("#general", null, 4))),
          new TaskAnswers.Event(
              TaskSamples.TASK,
              2,
              "input_required",
              TaskState.WORKING,
              TaskState.INPUT_REQUIRED,
              "@bob",
              "bob",
              "@bob",
              "Fix the build",
              Priority.HIGH,
              "which one?",
              99L,
              98L),
          new ServerMessage.Msg(
              TaskAnswers.EVENT_TYPE,
              7,
              "@server",
              "Server",
              "@ada",
              "Task: bob took it",
              4,
              null,
              null,
              "\"task_id\":\"t\",\"task_seq\":2"),
          new ServerMessage.Kicked("spam"),
          new ServerMessage.Banned("spam"),
          new ServerMessage.MotdUpdate(null),
          new ServerMessage.MotdUpdate("hello"),
          new ServerMessage.AdminResult("kick", true, "\"agentId\":\"@ada\""),
          new ServerMessage.AdminResult("list", null, ""));

  private Samples() {}
}
