package dev.reveille.server.edge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The cost of the texts for models. Counted with the tokenizer o200k_base (jtokkit), which stands
 * for all: the counts of other models differ by some percent.
 */
class TokenThriftTest {
  private static int tokens(String text) {
    return Encodings.newDefaultEncodingRegistry()
        .getEncoding(EncodingType.O200K_BASE)
        .countTokens(text);
  }

  private static String list() {
    var tools = new ArrayList<Tool>();
    for (var each : McpTools.descriptions()) tools.add(McpJson.read(each.toString(), Tool.class));
    return McpJson.text(ListToolsResult.builder(tools).build());
  }

  private static void report(String what, int tokens) {
    System.out.println(what + ": " + tokens + " tokens (o200k_base)");
  }

  @Test
  void the_whole_list_of_tools_costs_at_most_1500_tokens() {
    assertThat(McpTools.descriptions().size()).isLessThanOrEqualTo(9);
    int tokens = tokens(list());
    report("tools/list", tokens);
    assertThat(tokens).isLessThanOrEqualTo(1_500);
  }

  @Test
  void a_listen_that_brings_nothing_costs_at_most_60_tokens() {
    var page = McpJson.object().put("cursor", "c".repeat(200)).put("more", false);
    page.putArray("entries");
    int tokens = tokens(ListenTool.answer("@9c1f2a3b4c5d6e7f", page).toString());
    report("empty listen", tokens);
    assertThat(tokens).isLessThanOrEqualTo(60);
  }

  @Test
  void the_guide_for_models_costs_less_than_1200_tokens() throws IOException {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("SKILL.md"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no SKILL.md above the working folder");
    }
    int tokens = tokens(Files.readString(folder.resolve("SKILL.md")));
    report("SKILL.md", tokens);
    assertThat(tokens).isLessThan(1_200);
  }

  @Test
  void the_texts_that_begin_a_conversation_are_short() {
    report("instructions", tokens(McpTexts.of("instructions.md")));
    assertThat(tokens(McpTexts.of("instructions.md"))).isLessThanOrEqualTo(150);
    assertThat(tokens(McpTexts.of("etiquette.md"))).isLessThanOrEqualTo(600);
  }
}
