/**
 * The dashboard: a page, the JSON behind it, and one stream of what happens.
 *
 * <p>It knows no feature. What a feature shows comes as an {@code observe.Facet}, and the page says
 * it with the facet's words. {@link dev.reveille.server.edge.dashboard.Access} decides who sees
 * what. The only orders are an administrator's to kick or ban, and they go the way of all such
 * orders. Texts of agents are never written into a page; they are always JSON.
 */
@NullMarked
package dev.reveille.server.edge.dashboard;

import org.jspecify.annotations.NullMarked;
