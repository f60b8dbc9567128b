import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { end, startHelper } from "#bench/harness/children.ts";
import { findFreePort, LOOPBACK } from "#lib/tooling/ports.ts";

export type YardstickOrder =
  | { kind: "file"; body: Buffer; headers: Record<string, string> }
  /** `/balance/<user>` and `/status/<user>/<order>`. */
  | { kind: "reads"; databaseUrl: string };

export type Yardstick = { name: string; port: number; stop(): Promise<void> };
export type RawServer = Yardstick & { pid: number };

/** A bare `node:http` server in a process of its own. */
export async function startYardstick(order: YardstickOrder): Promise<RawServer> {
  const child = startHelper("yardstick-process.ts");
  child.send(order);
  const [port] = (await once(child, "message")) as [number];
  return { name: "node:http", pid: child.pid!, port, stop: () => end(child) };
}

/** Serves the bytes as a file at `/`: by nginx where it is installed, else by `node:http` out of memory. */
export async function startFileServer(
  folder: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<Yardstick> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return startYardstick({ kind: "file", body, headers });
  const root = path.join(folder, "nginx");
  mkdirSync(path.join(root, "files"), { recursive: true, mode: 0o755 });
  writeFileSync(path.join(root, "files", "page"), body);
  const port = await findFreePort();
  const named = Object.entries(headers).filter(([name]) => name !== "content-type");
  writeFileSync(
    path.join(root, "nginx.conf"),
    `daemon off; pid ${root}/pid; error_log ${root}/error.log; worker_processes 1; ${process.getuid?.() === 0 ? "user root;" : ""}
    events { worker_connections 512; }
    http { access_log off; sendfile on; tcp_nodelay on; keepalive_requests 1000000; default_type "text/html; charset=utf-8";
      server { listen ${LOOPBACK}:${port}; root ${root}/files; location = / { try_files /page =404; }
        ${named.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', "'")}";`).join(" ")} } }`,
  );
  const child = spawn("nginx", ["-p", root, "-c", path.join(root, "nginx.conf")], { stdio: "ignore" });
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`http://${LOOPBACK}:${port}/`).catch(() => null)) break;
    await pause(50);
  }
  return { name: "nginx", port, stop: () => end(child) };
}
