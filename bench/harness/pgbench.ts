import { spawn, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** pgbench in PATH or where Debian puts it, newest first; null where there is none. */
export function findPgbench(): string | null {
  const wanted = ["pgbench", ...globSync("/usr/lib/postgresql/*/bin/pgbench").sort().reverse()];
  return wanted.find((program) => spawnSync(program, ["--version"]).status === 0) ?? null;
}

export type PgbenchRun = {
  program: string;
  url: string;
  folder: string;
  /** A pgbench script. */
  script: string;
  clients: number;
  /** What its variables are at first; a script may set them. */
  variables?: Record<string, number>;
  /** Either so long, or so many transactions in all. */
  seconds?: number;
  transactions?: number;
};

/** Transactions per second of a script with prepared statements, acting as the app's role. */
export async function runPgbench(run: PgbenchRun): Promise<{ perSecond: number; transactions: number }> {
  const file = path.join(mkdtempSync(path.join(run.folder, "pgbench-")), "script.sql");
  writeFileSync(file, run.script);
  const url = new URL(run.url);
  const length = run.transactions
    ? ["-t", String(Math.ceil(run.transactions / run.clients))]
    : ["-T", String(run.seconds ?? 1)];
  const args = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(run.clients),
    "-j",
    String(Math.min(2, run.clients)),
    ...length,
  ];
  const variables = Object.entries(run.variables ?? {}).flatMap(([name, value]) => [
    "-D",
    `${name}=${value}`,
  ]);
  const child = spawn(run.program, [...args, ...variables, "-f", file], {
    env: childEnvironment({
      PGHOST: url.hostname,
      PGPORT: url.port,
      PGUSER: url.username,
      PGPASSWORD: url.password,
      PGDATABASE: url.pathname.slice(1),
      PGOPTIONS: "-c role=sms_den_app",
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  const transactions = Number(/actually processed: (\d+)/.exec(output)?.[1]);
  if (code !== 0 || !(perSecond > 0)) throw new Problem(`pgbench failed:\n${output}`);
  return { perSecond, transactions };
}
