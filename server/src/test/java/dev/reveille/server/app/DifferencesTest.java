package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every deliberate difference to agentchat, by its topic, and the tests that show it. A renamed or
 * removed test makes its topic fail; what no other test shows is shown here.
 */
class DifferencesTest {
  @TempDir Path folder = Path.of("");

  /** A topic and where it is shown: {@code Class#test}, anywhere in the repository. */
  record Row(String topic, List<String> shownBy) {
    @Override
    public String toString() {
      return topic;
    }
  }

  private static Row row(String topic, String... shownBy) {
    return new Row(topic, List.of(shownBy));
  }

  static Stream<Row> rows() {
    return Stream.of(
        row(
            "where it listens",
            "TransportTest#by_default_only_the_machine_itself_gets_in",
            "TransportTest#the_host_setting_says_where_to_listen",
            "SettingsTest#it_listens_on_loopback_by_default_and_knows_when_it_does_not"),
        row(
            "browser origins",
            "TransportTest#a_foreign_web_page_is_turned_away_and_a_listed_one_is_not",
            "ForeignClientTest#a_browser_page_from_elsewhere_is_turned_away_and_the_servers_own_is_not"),
        row(
            "direct messages",
            "MailboxTest#a_direct_message_is_echoed_and_both_see_the_same",
            "MailboxTest#a_name_that_one_connected_agent_has_is_rewritten_to_its_id",
            "MailboxTest#a_name_that_two_have_is_agent_not_found_and_neither_hears_it",
            "MailboxTest#an_unknown_target_is_agent_not_found",
            "MailboxTest#an_agent_without_a_key_that_left_is_agent_not_found",
            "MailboxTest#mail_for_an_absent_key_agent_comes_in_order_after_its_welcome_and_is_no_replay",
            "MailboxTest#a_full_mailbox_refuses_and_takes_again_after_it_was_emptied",
            "LimitsTest#the_age_gate_holds_direct_messages_back_only_when_set"),
        row(
            "parts of files",
            "FilePartTest#a_chunk_reaches_its_target_as_it_is_and_nobody_else",
            "FilePartTest#a_name_that_one_agent_has_will_do_and_becomes_its_id",
            "FilePartTest#before_identification_while_lurking_or_too_young_it_is_refused"),
        row(
            "lurk mode",
            "LimitsTest#a_lurking_agent_may_do_everything_but_send",
            "LimitsTest#lurk_disabled_wins",
            "HandshakeTest#an_agent_without_a_key_is_welcomed_at_once_and_its_welcome_says_nothing_of_verified"),
        row(
            "genesis id",
            "DifferencesTest#nobody_is_verified_unless_the_genesis_id_says_so",
            "SettingsTest#the_genesis_id_is_taken_with_and_without_its_sign"),
        row("idle prompts", "DifferencesTest#a_quiet_channel_stays_quiet"),
        row(
            "captcha, proposals, ratings, court",
            "DifferencesTest#what_is_not_built_is_an_unknown_type",
            "ServedPagesTest#health_has_exactly_the_fields_that_monitors_know"),
        row(
            "channels at the start",
            "LimitsTest#the_channels_at_start_are_those_of_the_setting",
            "DifferencesTest#the_first_channels_are_general_agents_and_discovery",
            "ChannelTest#a_created_channel_is_not_joined_by_those_who_connect_later"),
        row(
            "creating channels",
            "ChannelTest#a_created_channel_is_answered_with_plain_strings_and_told_to_nobody",
            "LimitsTest#only_the_verified_create_channels_when_so_set",
            "LimitsTest#private_channels_can_be_switched_off"),
        row(
            "what survives a restart",
            "RestartTest#channels_and_their_history_survive_and_seq_goes_on",
            "RestartTest#a_key_agent_is_back_in_the_channels_it_joined_and_one_without_a_key_is_not",
            "RestartTest#invitations_survive",
            "RestartTest#first_seen_survives_for_the_lurk_time",
            "RestartTest#lists_show_connected_agents_only",
            "ServerTest#mail_for_an_absent_key_agent_waits_across_a_restart",
            "SkillsTest#skills_stay_listed_when_their_agent_is_gone_and_after_a_restart",
            "ChannelTest#leaving_an_auto_joined_channel_lasts_for_the_session"),
        row(
            "announcements",
            "LimitsTest#comings_and_goings_are_announced_only_up_to_the_limit_of_members",
            "LimitsTest#no_announcement_at_all_when_the_limit_is_zero"),
        row(
            "spacing of messages",
            "LimitsTest#by_default_a_burst_of_five_messages_passes",
            "LimitsTest#a_spacing_that_was_set_allows_no_burst",
            "LimitsTest#zero_and_minus_one_switch_the_spacing_off"),
        row(
            "frame window",
            "LimitsTest#too_many_frames_get_an_error_and_then_close_1008",
            "LimitsTest#sixty_frames_in_ten_seconds_pass_by_default_and_one_more_does_not",
            "LimitsTest#before_identification_ten_frames_pass_by_default",
            "FrameWindowTest#a_limit_of_zero_is_none"),
        row(
            "malformed input",
            "MalformedInputTest#what_is_no_message_at_all_is_said_so_before_and_after_identification",
            "MalformedInputTest#a_field_that_is_not_as_it_must_be_is_invalid",
            "MalformedInputTest#a_deeply_nested_value_in_a_known_field_harms_nobody"),
        row(
            "wait before a take-over",
            "TakeOverTest#the_old_body_is_told_and_closed_and_the_new_one_is_welcomed_after_the_wait",
            "TakeOversTest#the_wait_doubles_with_every_take_over_up_to_a_minute"),
        row(
            "slow readers",
            "TransportTest#a_reader_that_does_not_read_is_closed_and_the_others_get_everything",
            "SlowReaderTest#what_waits_behind_a_pull_counts_but_the_pull_does_not"),
        row(
            "client address",
            "TransportTest#a_forwarded_address_is_believed_only_from_a_trusted_proxy"),
        row(
            "admin keys",
            "AuditTest#the_first_start_makes_a_key_that_works_for_every_order",
            "AdminKeysTest#the_admin_key_opens_everything_and_the_other_only_lists_and_kicks",
            "AllowlistTest#a_strict_list_lets_in_only_approved_keys_and_leaves_the_connection_open",
            "AuditTest#bans_survive_a_restart_in_the_store_even_if_their_file_is_gone",
            "AuditTest#a_file_of_bans_from_elsewhere_or_changed_by_hand_is_believed"),
        row(
            "variables for what were options",
            "VerificationTest#without_an_answer_in_time_the_asker_is_told",
            "TransportTest#who_answers_no_ping_is_dropped_and_who_answers_stays"),
        row(
            "added fields",
            "MessageTest#seq_counts_from_one_without_a_gap_and_ts_never_goes_back",
            "MessageTest#in_reply_to_sig_and_tags_are_relayed_and_unknown_fields_are_not",
            "RepeatTest#only_the_sender_sees_its_own_key",
            "RepeatTest#a_repeat_before_and_after_the_echo_gets_the_first_echo_and_nobody_else_hears_it",
            "HistoryTest#a_join_with_since_replays_all_that_is_newer_however_much",
            "HistoryTest#a_join_without_since_replays_the_newest_buffer_oldest_first",
            "HistoryTest#history_after_a_seq_goes_forward_and_says_whether_there_is_more",
            "HistoryTest#history_is_for_members_only"),
        row(
            "mentions",
            "MessageTest#mentions_are_the_ids_of_everybody_named",
            "MentionsTest#a_name_counts_in_any_case_with_no_name_character_beside_it",
            "MentionsTest#every_agent_of_that_name_is_meant_and_each_is_listed_once"),
        row(
            "callbacks",
            "CallbackTest#markers_in_code_and_after_a_backslash_are_text",
            "CallbackTest#a_channel_callback_reaches_all_members_and_is_an_entry_of_the_channel",
            "CallbackTest#a_payload_is_measured_in_bytes_and_one_too_long_is_refused",
            "CallbackTest#more_than_fifty_pending_are_refused_one_by_one",
            "CallbackTest#markers_act_even_if_the_target_is_refused"),
        row(
            "durable callbacks",
            "DurableCallbackTest#a_private_one_fires_into_its_agents_mailbox_and_waits_there_across_a_restart",
            "DurableCallbackTest#one_for_a_channel_fires_while_its_agent_is_away_if_it_is_a_member",
            "CallbackKillTest#durable_callbacks_survive_a_kill_and_fire_once"),
        row(
            "sleep",
            "SleepTest#a_sleep_marker_while_asleep_replaces_the_sleep_without_a_wake_sequence",
            "SleepTest#the_last_sleep_marker_wins_and_no_length_is_no_sleep",
            "SleepTest#a_message_to_a_refused_target_wakes_too",
            "SleepMarkersTest#nothing_but_a_msg_of_its_own_wakes_a_sleeper_early"),
        row(
            "what a sleeper still gets",
            "SleepTableTest#every_other_type_passes_or_vanishes_as_section_0_says",
            "SleepTest#a_sleeper_still_gets_its_own_replies_but_no_typing_or_arrivals",
            "SleepTest#callbacks_that_fire_for_a_sleeper_wait_like_direct_messages"),
        row(
            "disconnect of a sleeper",
            "SleepTest#undelivered_direct_messages_of_a_sleeper_that_disconnects_stay_in_its_mailbox",
            "SleepTest#what_a_sleeper_dropped_does_not_come_back_though_older_mail_does"),
        row(
            "reading from outside",
            "DifferencesTest#no_page_shows_what_was_said",
            "ServedPagesTest#anything_else_is_not_found_and_a_query_makes_it_anything_else"),
        row(
            "presence",
            "SleepTest#a_presence_set_while_asleep_is_applied_at_wake_and_sleeping_cannot_be_set",
            "SleeperTest#fellow_members_of_several_channels_are_told_once",
            "ProfilePartTest#every_presence_word_of_the_protocol_is_taken_and_no_other",
            "ProfilePartTest#a_presence_is_told_once_to_each_fellow_member_and_not_to_the_agent_itself"),
        row(
            "paths and precedence",
            "SettingsTest#the_file_is_the_one_given_or_named_by_the_environment_or_in_the_data_folder",
            "SettingsTest#a_flag_beats_the_environment_which_beats_the_file_which_beats_the_default",
            "CommandsTest#the_first_send_makes_an_identity_that_only_its_owner_can_read"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void the_difference_is_shown(Row row) throws IOException {
    for (var shown : row.shownBy()) {
      var name = shown.substring(0, shown.indexOf('#'));
      var test = shown.substring(shown.indexOf('#') + 1);
      var declared = Pattern.compile("\\bvoid " + test + "\\(");
      assertThat(sources(name))
          .as("%s shows '%s'", shown, row.topic())
          .anyMatch(source -> declared.matcher(source).find());
    }
  }

  private static List<String> sources(String className) throws IOException {
    try (var all = Files.walk(Path.of(".."))) {
      var files =
          all.filter(p -> p.endsWith(className + ".java"))
              .filter(p -> p.toString().contains("/src/test/"))
              .toList();
      var texts = new java.util.ArrayList<String>();
      for (var file : files) texts.add(Files.readString(file));
      return texts;
    }
  }

  @Test
  void nobody_is_verified_unless_the_genesis_id_says_so() {
    var identity = dev.reveille.protocol.Identity.generate();
    for (var genesis : Map.of("", false, identity.agentId(), true).entrySet()) {
      try (var server = ServerFixture.start(folder, "GENESIS_AGENT_ID", genesis.getKey());
          var agent = TestAgent.connect(server)) {
        agent.identify("first", identity);
        assertThat(agent.await("WELCOME").path("verified").asBoolean())
            .isEqualTo(genesis.getValue());
      }
    }
  }

  /** A peer's fresh server prompts every channel with two members within its first minute. */
  @Test
  void a_quiet_channel_stays_quiet() {
    try (var server = ServerFixture.start(folder, "AGENTCHAT_CB_POLL_MS", "10");
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      ann.await(m -> TestAgent.content(m).equals("bob came online"));
      assertThat(ann.soFar("MSG")).isEmpty();
      assertThat(bob.soFar("MSG")).isEmpty();
      assertThat(EnvironmentNames.all()).doesNotContainKey("IDLE_TIMEOUT_MS");
    }
  }

  @Test
  void what_is_not_built_is_an_unknown_type() {
    try (var server = ServerFixture.start(folder);
        var agent = TestAgent.join(server, "agent")) {
      for (var type :
          List.of(
              "CAPTCHA_RESPONSE",
              "PROPOSAL",
              "ACCEPT",
              "REJECT",
              "COMPLETE",
              "DISPUTE",
              "DISPUTE_INTENT",
              "DISPUTE_REVEAL",
              "EVIDENCE",
              "ARBITER_ACCEPT",
              "ARBITER_DECLINE",
              "ARBITER_VOTE",
              "ADMIN_OPEN_WINDOW")) {
        var error = agent.ask(type).await("ERROR");
        assertThat(error.path("code").asString()).isEqualTo("INVALID_MSG");
        assertThat(error.path("message").asString()).isEqualTo("Unknown message type: " + type);
      }
    }
  }

  @Test
  void the_first_channels_are_general_agents_and_discovery() {
    try (var server = ServerFixture.start(folder);
        var agent = TestAgent.join(server, "agent")) {
      var list = agent.ask("LIST_CHANNELS").await("CHANNELS").path("list");
      assertThat(list.valueStream().map(c -> c.path("name").asString()))
          .containsExactlyInAnyOrder("#general", "#agents", "#discovery");
      assertThat(list.valueStream().map(c -> c.path("agents").asInt())).containsOnly(1);
    }
  }

  @Test
  void no_page_shows_what_was_said() throws IOException, InterruptedException {
    try (var server = ServerFixture.start(folder);
        var agent = TestAgent.join(server, "agent");
        var http = HttpClient.newHttpClient()) {
      agent.say(agent.id(), "a-private-word").awaitContent("a-private-word");
      agent.say("#general", "a-public-word").awaitContent("a-public-word");
      for (var page : List.of("/health", "/healthz", "/readyz", "/metrics", "/")) {
        var uri = URI.create("http://" + server.webSocketUri().getAuthority() + page);
        var answer =
            http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).isNotBlank().doesNotContain("-word");
      }
    }
  }
}
