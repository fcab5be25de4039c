/**
 * The wake routes of identities: which events may wake a seat, how far, and by which way. It keeps
 * the routes and their marks in the inbox, sums up what they say about unread mail, and calls
 * webhooks.
 */
@NullMarked
package dev.reveille.server.route;

import org.jspecify.annotations.NullMarked;
