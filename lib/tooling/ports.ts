import { randomInt } from "node:crypto";
import net from "node:net";

export const LOOPBACK = "127.0.0.1";

/** Below the range from which kernels hand ports out by themselves, to whoever listens on 0 and to outgoing connections. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/**
 * A TCP port on which nobody listens now, and which the kernel gives to nobody before the caller listens there; another call,
 * of another process, may still choose the same one.
 */
export async function findFreePort(host = LOOPBACK): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const found = await probePort(port, host);
    if (found === "free") return port;
    if (found !== "taken") throw new Error(`No port can be listened on at ${host}: ${found}.`);
  }
}

/** Whether this process could listen there: "free", "taken", or "denied" (a port below 1024 without the right). */
export function probePort(
  port: number,
  host: string,
): Promise<"free" | "taken" | "denied" | "no such address"> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return resolve("taken");
      if (error.code === "EACCES") return resolve("denied");
      if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") return resolve("no such address");
      reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve("free")));
  });
}

/** `wanted` when it is free, otherwise another free port. */
export async function preferPort(wanted: number | undefined, host = LOOPBACK): Promise<number> {
  if (wanted && (await probePort(wanted, host)) === "free") return wanted;
  return findFreePort(host);
}
