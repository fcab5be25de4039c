package dev.reveille.server.verification;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns one verification request: an agent asks another to prove its key. A request has exactly one
 * outcome.
 *
 * <p>The cells of both agents call down to it, so neither waits for the other, and the answers on
 * each connection keep their order. It lives in memory only: a restart ends the request together
 * with the connections of both agents.
 */
public final class VerificationCell implements Cell {
  public static final String KIND = "verification";

  private final String id;

  /** Null before the request begins and when it is over. */
  private VerificationCommand.@Nullable Ask asked;

  public VerificationCell(String id) {
    this.id = id;
  }

  /** Returns the address of the cell that owns a request. */
  public static CellId at(String requestId) {
    return new CellId(KIND, requestId);
  }

  @Override
  public boolean mayUnload() {
    return asked == null;
  }

  @Override
  public Step handle(Command command) {
    return switch ((VerificationCommand) command) {
      case VerificationCommand.Ask ask -> begin(ask);
      case VerificationCommand.Prove proof -> prove(proof);
      case VerificationCommand.Expire() -> fail("Verification timed out");
      case VerificationCommand.Drop() -> drop();
    };
  }

  private Step begin(VerificationCommand.Ask ask) {
    asked = ask;
    return done(
        List.of(
            new VerificationEffect.AwaitProof(ask.session(), id),
            new DeliveryEffect.FromAgent(
                ask.asker(),
                ask.targetSession(),
                new ServerMessage.ProofWanted(id, ask.asker(), ask.nonce())),
            new DeliveryEffect.ToSession(
                ask.session(), new ServerMessage.ProofPending(id, ask.target()))));
  }

  private Step prove(VerificationCommand.Prove proof) {
    var ask = asked;
    if (ask == null) {
      return refuse(ErrorCode.VERIFICATION_EXPIRED, "Verification request not found or expired");
    }
    if (!ask.target().equals(proof.agent())) {
      return refuse(ErrorCode.INVALID_MSG, "That verification request is another agent's");
    }
    if (!ask.nonce().equals(proof.nonce())) {
      return refuse(ErrorCode.INVALID_MSG, "That is not the nonce of the verification request");
    }
    boolean proven =
        PublicKey.parse(proof.pubkey())
            .filter(key -> key.verifies(ask.nonce(), proof.sig()))
            .isPresent();
    var effects = new ArrayList<Effect>();
    effects.add(
        new DeliveryEffect.ToSession(
            ask.session(),
            proven
                ? new ServerMessage.Proven(id, ask.target(), proof.pubkey())
                : new ServerMessage.NotProven(id, ask.target(), "Signature verification failed")));
    effects.add(
        new DeliveryEffect.ToSession(proof.session(), new ServerMessage.ProofChecked(id, proven)));
    effects.addAll(over(ask));
    return done(effects);
  }

  private Step fail(String reason) {
    var ask = asked;
    if (ask == null) return done(List.of());
    var effects = new ArrayList<Effect>();
    effects.add(
        new DeliveryEffect.ToSession(
            ask.session(), new ServerMessage.NotProven(id, ask.target(), reason)));
    effects.addAll(over(ask));
    return done(effects);
  }

  private Step drop() {
    var ask = asked;
    if (ask == null) return done(List.of());
    asked = null;
    return done(List.of(new VerificationEffect.ProofOver(ask.session(), id)));
  }

  /** Returns the effects that end the request and then tell the cell of the agent that asked. */
  private List<Effect> over(VerificationCommand.Ask ask) {
    asked = null;
    return List.of(
        new VerificationEffect.ProofOver(ask.session(), id),
        new Tell(Cells.agent(ask.asker()), new RequestEnded(ask.session(), id)));
  }

  private static Step done(List<? extends Effect> effects) {
    return effects.isEmpty()
        ? Step.answer(new ChatAnswer.Done())
        : Step.answer(new ChatAnswer.Done(), Unit.barrier(effects));
  }

  private static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }
}
