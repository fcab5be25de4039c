/** Contract suites of the kernel's ports, and the deterministic parts that simulations run on. */
@NullMarked
package dev.reveille.server.kernel;

import org.jspecify.annotations.NullMarked;
