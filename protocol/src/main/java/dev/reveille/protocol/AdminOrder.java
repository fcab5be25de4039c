package dev.reveille.protocol;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An order of an administrator, without the admin key. The key never leaves the connection. Agents
 * are named with {@code @}.
 */
public sealed interface AdminOrder {

  /**
   * Approves a key, or marks its agent as verified. The text of the key must be exactly as agents
   * send it.
   */
  record Approve(String pubkey, @Nullable String note) implements AdminOrder {}

  /**
   * Revokes the approval of a key.
   *
   * @param identifier the text of the key, or the id of its agent without {@code @}
   */
  record Revoke(String identifier) implements AdminOrder {}

  /** Lists the approved keys. */
  record ListAllowed() implements AdminOrder {}

  record Kick(String agent, @Nullable String reason) implements AdminOrder {}

  record Ban(String agent, @Nullable String reason) implements AdminOrder {}

  record Unban(String agent) implements AdminOrder {}

  /**
   * Changes the message that everybody gets on connecting.
   *
   * @param motd null = no message
   * @param kick true if all other connections are closed afterwards
   */
  record Motd(@Nullable String motd, boolean kick) implements AdminOrder {}

  record Verify(String agent, boolean verified) implements AdminOrder {}

  /**
   * Mutes an agent: the server refuses its messages for a while.
   *
   * @param seconds 0 = the agent may speak again from now on
   */
  record Mute(String agent, long seconds, String reason) implements AdminOrder {}

  /**
   * Sets the least time between two messages of one agent in a channel.
   *
   * @param seconds 0 = none
   */
  record SlowMode(String channel, long seconds) implements AdminOrder {}

  /** An order about tokens and the identities that the server keeps for them. */
  sealed interface TokenOrder extends AdminOrder {
    /** Returns what the order is about, for the audit; null if it is about all tokens. */
    default @Nullable String subject() {
      return switch (this) {
        case NewToken token -> token.name() + " (" + Scope.words(token.scopes()) + ")";
        case ListTokens() -> null;
        case RevokeToken(var id) -> id;
        case RevokeIdentity(var identity) -> identity;
      };
    }
  }

  /**
   * Makes a token.
   *
   * @param name for lists, chosen by the administrator
   * @param identity the identity that the token speaks for: a name, or an id with {@code @}; null =
   *     none
   * @param newIdentity true if an identity of that name is made
   * @param expiresIn seconds; 0 = never
   */
  record NewToken(
      String name,
      Set<Scope> scopes,
      @Nullable String identity,
      boolean newIdentity,
      long expiresIn)
      implements TokenOrder {
    /** 90 days. */
    public static final long USUAL_SECONDS = 90L * 86_400;

    /** About ten years. */
    public static final long MOST_SECONDS = 3660L * 86_400;

    public NewToken {
      scopes = Set.copyOf(scopes);
      if (newIdentity && identity == null) {
        throw new IllegalArgumentException("a new identity needs a name");
      }
    }
  }

  record ListTokens() implements TokenOrder {}

  record RevokeToken(String tokenId) implements TokenOrder {}

  /**
   * Revokes the key of a kept identity, and its tokens with it.
   *
   * @param identity its name, or its id with {@code @}
   */
  record RevokeIdentity(String identity) implements TokenOrder {}

  /**
   * An order about seats. The identity is a name, or an id with {@code @}. Only here can it be said
   * what a seat executes.
   */
  sealed interface SeatOrder extends AdminOrder {
    /** Returns the agent that the order is about; empty if it is about all seats. */
    String identity();
  }

  /**
   * Defines a seat, or defines it anew.
   *
   * @param harness the name of a harness that the server has
   * @param folder the working folder; null = that of the server
   * @param command the program and its arguments
   * @param environment further variables, each {@code NAME=value}
   * @param route an address that the harness understands; null = none
   * @param autoResume false if it must not be brought back when its session ends
   * @param dailyWakes the most wakes per day
   * @param quiet hours in which it is left alone; null = none
   */
  record AddSeat(
      String identity,
      String harness,
      @Nullable String folder,
      List<String> command,
      List<String> environment,
      @Nullable String route,
      boolean autoResume,
      Priority priority,
      int dailyWakes,
      @Nullable String quiet)
      implements SeatOrder {
    public AddSeat {
      command = List.copyOf(command);
      environment = List.copyOf(environment);
    }
  }

  record ListSeats() implements SeatOrder {
    @Override
    public String identity() {
      return "";
    }
  }

  /** Shows a seat with what it executes, and the end of its log. */
  record ShowSeat(String identity) implements SeatOrder {}

  record BenchSeat(String identity) implements SeatOrder {}

  /**
   * Takes a seat back, and starts it if nothing runs.
   *
   * @param override true if it is started although the gate is closed
   */
  record ResumeSeat(String identity, boolean override) implements SeatOrder {}

  record RemoveSeat(String identity) implements SeatOrder {}

  /** Shows what an agent remembers. */
  record ShowMemory(String identity) implements SeatOrder {}

  /** Shows the wake routes of an agent. */
  record ShowRoutes(String identity) implements SeatOrder {}

  /**
   * Sets a wake route of an agent.
   *
   * @param address where a webhook is called; null for other targets
   */
  record SetRoute(String identity, RouteMessages.Wish wish, @Nullable String address)
      implements SeatOrder {}

  record RemoveRoute(String identity, long route) implements SeatOrder {}

  /**
   * True if a token is not enough for the order. What is executed is said only by those who hold
   * the admin key itself.
   */
  default boolean needsKey() {
    return this instanceof AddSeat || (this instanceof SetRoute route && route.address() != null);
  }

  /** Returns the agent that the order is about, if there is one. */
  default @Nullable String target() {
    return switch (this) {
      case Kick(var agent, _) -> agent;
      case Ban(var agent, _) -> agent;
      case Unban(var agent) -> agent;
      case Verify(var agent, _) -> agent;
      case Mute(var agent, _, _) -> agent;
      case Approve _, Revoke _, ListAllowed _, Motd _, SlowMode _, TokenOrder _, SeatOrder _ ->
          null;
    };
  }

  /** Returns the name of the order in results and in the audit log. */
  default String action() {
    return switch (this) {
      case Approve _ -> "approve";
      case Revoke _ -> "revoke";
      case ListAllowed _ -> "list";
      case Kick _ -> "kick";
      case Ban _ -> "ban";
      case Unban _ -> "unban";
      case Motd _ -> "motd";
      case Verify _ -> "verify";
      case Mute _ -> "mute";
      case SlowMode _ -> "slow_mode";
      case NewToken _ -> "token_new";
      case ListTokens _ -> "token_list";
      case RevokeToken _ -> "token_revoke";
      case RevokeIdentity _ -> "identity_revoke";
      case AddSeat _ -> "seat_add";
      case ListSeats _ -> "seat_list";
      case ShowSeat _ -> "seat_show";
      case BenchSeat _ -> "seat_bench";
      case ResumeSeat _ -> "seat_resume";
      case RemoveSeat _ -> "seat_remove";
      case ShowMemory _ -> "memory_show";
      case ShowRoutes _ -> "route_list";
      case SetRoute _ -> "route_set";
      case RemoveRoute _ -> "route_remove";
    };
  }
}
