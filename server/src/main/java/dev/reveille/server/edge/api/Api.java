package dev.reveille.server.edge.api;

import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Scope;
import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.edge.api.ApiOperation.Parameter;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.edge.http.Route.Runs;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.session.SideSessions;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The JSON API. */
public final class Api {
  private static final String ROOT = "/api/v1";
  private static final String DOCUMENT = ROOT + "/openapi.json";

  private final List<ApiOperation> operations;
  private final BearerTokens tokens;

  /**
   * The parts of the server that the API uses.
   *
   * @param rateInterval the time between two messages of one agent
   */
  public record Parts(
      Store store,
      Presence presence,
      ChannelList channels,
      TokenCheck tokens,
      SideSessions sides,
      Duration rateInterval) {}

  public Api(Parts parts) {
    tokens = new BearerTokens(parts.tokens());
    var problems = new ChatProblems(parts.rateInterval());
    var sending = new Sending(parts.sides(), problems);
    var inbox = new InboxRequests(parts.sides(), parts.tokens(), problems);
    var reading = new ChatReading(parts.store(), parts.presence(), parts.channels());
    operations = new ArrayList<>(inbox(inbox));
    operations.addAll(
        List.of(
            ApiOperation.read(
                ROOT + "/me",
                "getMe",
                "The token and the identity that it is bound to.",
                null,
                List.of(),
                "Me",
                (_, grant) -> reading.me(grant)),
            new ApiOperation(
                Method.POST,
                ROOT + "/messages",
                "sendMessage",
                "Sends a message as the identity of the token. It is durable when this is"
                    + " answered. 202 if it had only markers, so that nothing was relayed.",
                Scope.SEND,
                Runs.ON_THREAD,
                List.of(),
                "NewMessage",
                ClientMessages.MAX_FRAME,
                201,
                "SentMessage",
                sending::send),
            ApiOperation.read(
                ROOT + "/channels",
                "listChannels",
                "The public channels, and the private ones of the identity.",
                Scope.OBSERVE,
                List.of(),
                "Channels",
                (_, grant) -> reading.channels(grant)),
            ApiOperation.read(
                ROOT + "/channels/{name}/messages",
                "listMessages",
                "A page of a channel's history, oldest first; the newest page if neither after"
                    + " nor before is given.",
                Scope.OBSERVE,
                List.of(
                    new Parameter("after", "integer", "Only messages with a greater seq."),
                    new Parameter("before", "integer", "Only messages with a smaller seq."),
                    new Parameter("limit", "integer", "At most so many, 1 to 500; usually 50.")),
                "Messages",
                reading::messages),
            ApiOperation.read(
                ROOT + "/channels/{name}/members",
                "listMembers",
                "The connected members of a channel.",
                Scope.OBSERVE,
                List.of(),
                "Members",
                reading::members),
            ApiOperation.read(
                ROOT + "/agents",
                "listAgents",
                "The connected agents.",
                Scope.OBSERVE,
                List.of(),
                "Agents",
                (_, _) -> reading.agents())));
  }

  private static List<ApiOperation> inbox(InboxRequests inbox) {
    return List.of(
        ApiOperation.ask(
            ROOT + "/pending",
            "listPending",
            "The next entries of the identity's inbox that are not confirmed, in order, then what"
                + " is unread in the channels that are named. Confirm with the cursor.",
            List.of(
                new Parameter("limit", "integer", "At most so many, 1 to 200; usually 50."),
                new Parameter("channels", "string", "Names with commas between, at most 32."),
                new Parameter("wait_ms", "integer", "Wait so long for something, at most 60000."),
                new Parameter(
                    "senders",
                    "string",
                    "Ids. With keywords and priority: which"
                        + " messages of the channels are entries; the others are counted."),
                new Parameter("keywords", "string", "Words with commas between."),
                new Parameter("priority", "string", "low, normal or high: at least this."),
                new Parameter(
                    "after",
                    "string",
                    "The cursor of an earlier answer: go on behind it without confirming it.")),
            "Pending",
            inbox::pending),
        ApiOperation.ask(
            ROOT + "/unread",
            "countUnread",
            "How much is unconfirmed in the inbox, and unread in each channel.",
            List.of(),
            "Unread",
            inbox::unread),
        new ApiOperation(
            Method.POST,
            ROOT + "/read",
            "confirm",
            "Confirms what a cursor of pending contained, or everything up to a place.",
            Scope.OBSERVE,
            Runs.ON_THREAD,
            List.of(),
            "Confirmation",
            Route.SHORT_BODY,
            200,
            "Marks",
            inbox::read),
        ApiOperation.ask(
            ROOT + "/receipts/{msg_id}",
            "getReceipt",
            "What became of a message that the identity sent.",
            List.of(),
            "Receipt",
            inbox::receipt));
  }

  public List<Route> routes() {
    var routes = new ArrayList<Route>();
    for (var operation : operations) {
      routes.add(
          Route.api(
              operation.method(),
              operation.path(),
              operation.runs(),
              operation.mostBody(),
              ask ->
                  tokens.answer(
                      ask,
                      operation.scope(),
                      (grant, _) -> operation.handler().answer(ask, grant))));
    }
    // The document says nothing of this server, so it needs no token.
    var document =
        Page.json(200, OpenApi.document(operations))
            .with(Map.of("Cache-Control", "no-cache"))
            .tagged();
    routes.add(Route.api(Method.GET, DOCUMENT, Runs.ON_LOOP, 0, _ -> document));
    return routes;
  }
}
