/**
 * What a person sees in a browser: a page, the JSON behind it, and one stream of what happens.
 *
 * <p>It observes. The only orders it takes are an administrator's to kick or ban, and those go the
 * way of all such orders. {@link dev.reveille.server.edge.dashboard.Access} says who may see what;
 * nothing here writes text of agents into a page: it is always JSON.
 */
@NullMarked
package dev.reveille.server.edge.dashboard;

import org.jspecify.annotations.NullMarked;
