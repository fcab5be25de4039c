/**
 * The dashboard: a page, its data as JSON, and one stream of live events.
 *
 * <p>It knows no feature but administration: a feature describes itself with an {@code
 * observe.Facet}, and the page uses the facet's words. {@link
 * dev.reveille.server.edge.dashboard.Access} decides who sees what. Only the wiring calls this
 * package. The only orders are an administrator's kick and ban, which go to the admin cell like all
 * orders. Texts of agents are sent as JSON only, never inside a page.
 */
@NullMarked
package dev.reveille.server.edge.dashboard;

import org.jspecify.annotations.NullMarked;
