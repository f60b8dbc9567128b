import { randomInt } from "node:crypto";
import { probePort } from "#lib/tooling/ports.ts";

/** Below the range from which kernels hand ports out by themselves, to whoever listens on 0 and to outgoing connections. */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * A port of loopback on which nobody listens now, and which nobody is given by the kernel before the caller listens there; another
 * call, of another test, may still choose the same one: `spawnOnFreePort` tries again then.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await probePort(port, "127.0.0.1")) === "free") return port;
  }
}
