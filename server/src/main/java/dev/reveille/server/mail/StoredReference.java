package dev.reveille.server.mail;

import dev.reveille.protocol.Priority;

/**
 * A reference in an agent's inbox to a message that mentions the agent.
 *
 * @param n its number in the inbox; numbers rise and are not given again
 * @param afterSeq the last direct message when it came
 * @param ts when the message got its seq
 */
public record StoredReference(
    long n, long afterSeq, String channel, long seq, long ts, String sender, Priority priority) {}
