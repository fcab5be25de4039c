package dev.reveille.server.observe;

import java.util.function.Predicate;

/**
 * The rights of the person who looks at the dashboard.
 *
 * @param seesPrivate true for administrators
 * @param seesChannel true for the channels that the person may read
 */
public record Viewer(boolean seesPrivate, Predicate<String> seesChannel) {}
