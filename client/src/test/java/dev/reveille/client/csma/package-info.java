/** Tests of the habit to wait before answering, on a simulated server whose clock never waits. */
@NullMarked
package dev.reveille.client.csma;

import org.jspecify.annotations.NullMarked;
