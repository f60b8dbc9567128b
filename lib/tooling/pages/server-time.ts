import path from "node:path";
import { readJson } from "#lib/tooling/files.ts";
import { tableOf } from "#lib/tooling/page-section.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runProgram, scratchFolder } from "#lib/tooling/programs.ts";

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
  const file = path.join(scratchFolder("pages"), "figures.json");
  const bench = path.join(root, "bench/all.ts");
  await runProgram(["--conditions=react-server", bench, "page-time", `--figures=${file}`]);
  const figures = readJson<ServerFigure[]>(file);
  if (!figures?.length) throw new Problem("The benchmark page-time has told nothing.");
  return figures;
}

/** The second table of docs/proofs.md. */
export function toServerTable(figures: readonly ServerFigure[]): string {
  const rows = figures.map(({ measure, value, aim, isMet, detail }) => [
    measure,
    value,
    `${aim}, ${isMet ? "met" : "**missed**"}`,
    detail,
  ]);
  return tableOf(["server's time", "figure", "limit", "behind it"], rows);
}
