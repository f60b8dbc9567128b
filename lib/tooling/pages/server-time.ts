import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readJson } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runProgram } from "#lib/tooling/programs.ts";

/** A line that the benchmark `page-time` tells. */
export type ServerFigure = {
  readonly measure: string;
  readonly value: string;
  readonly aim: string;
  readonly isMet: boolean;
  readonly detail: string;
};

/** What the server needs for pages that are not kept while numbers are bought; runs the benchmark that measures it. */
export async function measureServer(root: string): Promise<ServerFigure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-pages-"));
  const file = path.join(folder, "figures.json");
  try {
    await runProgram([
      "--conditions=react-server",
      path.join(root, "bench/all.ts"),
      "page-time",
      `--figures=${file}`,
    ]);
    const figures = readJson<ServerFigure[]>(file);
    if (!figures?.length) throw new Problem("The benchmark page-time has told nothing.");
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The second table of docs/proofs.md. */
export function toServerTable(figures: readonly ServerFigure[]): string {
  const rows = figures.map(({ measure, value, aim, isMet, detail }) => [
    measure,
    value,
    `${aim}, ${isMet ? "met" : "**missed**"}`,
    detail,
  ]);
  const columns = ["server's time", "figure", "limit", "behind it"];
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
