package dev.reveille.server.edge.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The requests of the wire that the task tool makes. */
class TaskToolTest {
  private static String request(String arguments) throws ToolProblem {
    return TaskTool.request(new ToolArguments("task", schema(), Json.read(arguments).orElseThrow()))
        .toString();
  }

  private static JsonNode schema() {
    for (var tool : McpTools.descriptions()) {
      if (tool.path("name").asString("").equals("task")) return tool.path("inputSchema");
    }
    throw new AssertionError("no task");
  }

  @Test
  void a_task_is_created_with_its_details_and_its_end() throws ToolProblem {
    assertThat(
            request(
                "{\"action\":\"create\",\"to\":\"skill:java\",\"title\":\"Review\",\"text\":\"p1\",\"priority\":\"high\",\"expires_s\":60}"))
        .isEqualTo(
            "{\"type\":\"TASK_CREATE\",\"to\":\"skill:java\",\"title\":\"Review\",\"priority\":\"high\",\"input\":[{\"text\":\"p1\"}],\"expires_in\":60}");
  }

  @Test
  void every_move_names_its_task_and_says_its_words() throws ToolProblem {
    for (var move : new String[] {"claim", "fail", "reject", "give_back", "cancel"}) {
      assertThat(request("{\"action\":\"%s\",\"id\":\"t1\",\"text\":\"x\"}".formatted(move)))
          .contains("\"type\":\"TASK_" + move.toUpperCase(java.util.Locale.ROOT) + "\"")
          .contains("\"task_id\":\"t1\"")
          .contains("\"message\":[{\"text\":\"x\"}]");
    }
    assertThatThrownBy(() -> request("{\"action\":\"claim\"}")).hasMessageContaining("\"id\"");
  }

  @Test
  void a_task_is_completed_with_a_result() throws ToolProblem {
    assertThat(request("{\"action\":\"complete\",\"id\":\"t1\",\"result\":\"merged\"}"))
        .isEqualTo(
            "{\"type\":\"TASK_COMPLETE\",\"task_id\":\"t1\",\"artifacts\":[{\"name\":\"result\",\"parts\":[{\"text\":\"merged\"}]}]}");
  }

  @Test
  void the_list_has_open_tasks_unless_all_are_wanted() throws ToolProblem {
    assertThat(request("{\"action\":\"list\",\"as\":\"owner\"}"))
        .contains("\"open\":true")
        .contains("\"as\":\"owner\"");
    assertThat(request("{\"action\":\"list\",\"all\":true}")).contains("\"open\":false");
  }

  @Test
  void more_time_is_asked_for_in_seconds() throws ToolProblem {
    assertThat(request("{\"action\":\"extend\",\"id\":\"t1\",\"expires_s\":90}"))
        .contains("\"expires_in\":90");
  }
}
