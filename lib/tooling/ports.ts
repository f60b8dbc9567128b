import net from "node:net";

export const LOOPBACK = "127.0.0.1";

/** A TCP port that was free a moment ago. */
export function findFreePort(host = LOOPBACK): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, host, () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
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
