import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readText, writeFileWhole } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { nodeProgram, runProgram } from "#lib/tooling/programs.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");
const PAGE = path.join(ROOT, "docs", "proofs.md");
const START = "<!-- proofs:start -->";
const END = "<!-- proofs:end -->";

type Proof = { readonly test: string; readonly options: Readonly<Record<string, string>> };

/** Each proof: its test, and the variable behind each of its options. */
const PROOFS: Readonly<Record<string, Proof>> = {
  crash: { test: "app/_proofs/crash", options: { "--minutes": "CRASH_MINUTES", "--seed": "CRASH_SEED" } },
  model: { test: "app/_proofs/model", options: { "--sequences": "MODEL_SEQUENCES", "--seed": "MODEL_SEED" } },
  development: { test: "app/_proofs/development.test.ts", options: {} },
  new: { test: "app/_proofs/new-files.test.ts", options: {} },
  malformed: { test: "app/api/malformed.db.test.ts", options: { "--seed": "MALFORMED_SEED" } },
};

type Figures = { readonly proof: string; readonly figures: Readonly<Record<string, string | number>> };

/** The figures as a table, with what they were taken on. */
function toMarkdown(all: readonly Figures[]): string {
  const cpus = os.cpus();
  const lines = all.flatMap(({ proof, figures }) =>
    Object.entries(figures).map(
      ([measure, figure]) =>
        `| ${proof} | ${measure} | ${typeof figure === "number" ? figure.toLocaleString("en-US") : figure} |`,
    ),
  );
  const taken = `${new Date().toISOString().slice(0, 10)}; ${cpus.length} cores, ${cpus[0]?.model.trim() ?? "unknown"}; Node ${process.versions.node}`;
  return [`Run on ${taken}.`, "", "| proof | measure | figure |", "|---|---|---|", ...lines].join("\n");
}

function writePage(table: string): void {
  const text = readText(PAGE) ?? "";
  const from = text.indexOf(START);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Problem(`${PAGE} has no place for the figures (${START} … ${END}).`);
  writeFileWhole(PAGE, `${text.slice(0, from + START.length)}\n\n${table}\n\n${text.slice(to)}\n`, 0o644);
}

// npm run prove                                     every long proof, whole; their figures go to docs/proofs.md,
//                                                   and the pictures of README are taken anew
// npm run prove -- crash --minutes 30               one of them, longer
// npm run prove -- model --sequences 50000 --seed 7
await runCommand(async () => {
  const words = process.argv.slice(2);
  const one = words[0] && !words[0].startsWith("-") ? words.shift() : undefined;
  if (one && !PROOFS[one])
    throw new Problem(`There is no such proof. There are: ${Object.keys(PROOFS).join(", ")}.`);
  const chosen = one ? { [one]: PROOFS[one] as Proof } : PROOFS;
  const wished: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 2) {
    const [option = "", value = ""] = words.slice(index, index + 2);
    const variable = one && PROOFS[one]?.options[option];
    if (!variable || !/^\d+(\.\d+)?$/.test(value))
      throw new Problem(
        one
          ? `npm run prove -- ${one} takes ${Object.keys(PROOFS[one]?.options ?? {}).join(", ")}, each with a number.`
          : "Options belong to one proof: npm run prove -- crash --minutes 30.",
      );
    wished[variable] = value;
  }
  const scratch = mkdtempSync(path.join(os.tmpdir(), "sms-den-prove-"));
  const figuresFile = path.join(scratch, "figures");
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  try {
    for (const [name, { test }] of Object.entries(chosen)) {
      const begunMs = performance.now();
      say(`\n== ${name}`);
      const settings = { PROOF_LENGTH: "whole", PROOF_FIGURES: figuresFile, ...wished };
      await runProgram(nodeProgram(vitest, "run", test), settings);
      say(`== ${name}: ok in ${secondsText(performance.now() - begunMs)}`);
    }
    const lines = (readText(figuresFile) ?? "").split("\n").filter(Boolean);
    const table = toMarkdown(lines.map((line) => JSON.parse(line) as Figures));
    say(`\n${table}`);
    if (!one) {
      writePage(table);
      say("\n== picture");
      await runProgram(["--conditions=react-server", path.join(ROOT, "lib/tooling/picture.ts")]);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return 0;
});
