package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/**
 * The entries of a mailbox that its marks cannot tell, in place of those stored before.
 *
 * @param ahead ranges of seq beyond the delivered mark that need not be shown any more
 * @param unshown ranges of seq up to the offered mark that were never shown
 */
public record MailRanges(String agent, String ahead, String unshown) implements Write {}
