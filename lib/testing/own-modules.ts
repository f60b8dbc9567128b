import { vi } from "vitest";

/**
 * The database tests of a worker share its process and the packages it has loaded, never the product's own modules: each file begins
 * with all of them unloaded. So a cache, a counter or the database that a factory opens is the file's alone, as in a process of its own.
 */
vi.resetModules();
