package dev.reveille.server.observe;

import java.util.function.Predicate;

/**
 * What the person who looks at the dashboard may see.
 *
 * @param seesPrivate true for administrators
 * @param seesChannel true for the channels that the person may read
 */
public record Viewer(boolean seesPrivate, Predicate<String> seesChannel) {}
