package dev.reveille.server.identity;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Scope;
import dev.reveille.server.store.TableContract;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of every store about tokens and kept identities. */
class TokenTableTest extends TableContract {
  private static StoredToken token(String id, @Nullable String agent) {
    return new StoredToken(
        id,
        "ci",
        agent,
        Set.of(Scope.SEND, Scope.OBSERVE),
        "00ff",
        T,
        "admin",
        agent == null ? null : Long.valueOf(T + 100),
        null,
        null);
  }

  private TokenReads reads() {
    return store.reads(TokenReads.class);
  }

  @Test
  void a_token_is_found_by_its_id_and_by_its_agent_until_it_is_revoked() {
    units.required("t", 1, new SaveToken(token("b", "@ann")), new SaveToken(token("a", "@ann")));
    units.required("t", 1, new SaveToken(token("c", null)));
    units.required("t", 1, new TouchToken("c", T + 3), new EndToken("b", T + 4));
    units.required("t", 1, new EndToken("b", T + 9));
    assertThat(units.refusals()).isEmpty();
    reopenStore();

    assertThat(reads().token("a")).contains(token("a", "@ann"));
    assertThat(reads().token("none")).isEmpty();
    assertThat(reads().tokens())
        .containsExactly(
            token("a", "@ann"), token("b", "@ann").ended(T + 4), token("c", null).used(T + 3));
    assertThat(reads().tokensOf("@ann")).containsExactly("a");
    units.required("t", 1, new RemoveToken("b"), new RemoveToken("none"));
    units.await();
    assertThat(reads().tokens()).extracting(StoredToken::id).containsExactly("a", "c");
  }

  @Test
  void an_id_is_given_once() {
    units.required("t", 1, new SaveToken(token("a", null)));
    units.required("u", 1, new SaveToken(token("a", "@ann")));
    assertThat(units.outcome()).isEqualTo("sr");
    assertThat(reads().token("a")).map(StoredToken::agent).isEmpty();
  }

  @Test
  void a_kept_identity_is_found_by_its_agent_and_stays_revoked() {
    var kept = new StoredKept("@k", "ci", "pem", "sealed", T, null);
    units.required("t", 1, new SaveKept(kept));
    units.required("t", 1, new EndKept("@k", T + 1));
    units.required("t", 1, new EndKept("@k", T + 2), new EndKept("@none", T));
    units.required("u", 1, new SaveKept(kept));
    assertThat(units.outcome()).isEqualTo("sssr");
    reopenStore();

    assertThat(reads().kept("@k")).contains(kept.ended(T + 1));
    assertThat(reads().kept("@none")).isEmpty();
    assertThat(reads().kept()).containsExactly(kept.ended(T + 1));
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(TokenTable.TOKEN, TokenTable.TOKENS_OF, TokenTable.KEPT);
    assertWalked(TokenTable.TOKENS, TokenTable.ALL_KEPT);
  }
}
