package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/**
 * Replaces the stored exceptions to the two marks of a mailbox.
 *
 * @param ahead ranges of seq after the delivered mark that must not be shown any more
 * @param unshown ranges of seq up to the offered mark that were never shown
 */
public record MailRanges(String agent, String ahead, String unshown) implements Write {}
