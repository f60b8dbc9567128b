import os from "node:os";
import path from "node:path";
import { ROOT, readText } from "#lib/tooling/files.ts";
import { tableOf, writeSection } from "#lib/tooling/page-section.ts";
import { packagePrograms, runProgram, scratchFolder } from "#lib/tooling/programs.ts";
import { PROOFS_PAGE, type Proof, readRequest } from "#lib/tooling/proofs/proofs.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";

type Figures = { readonly proof: string; readonly figures: Readonly<Record<string, string | number>> };

/** The figures as a table, with what they were taken on. */
function toMarkdown(all: readonly Figures[]): string {
  const cpus = os.cpus();
  const rows = all.flatMap(({ proof, figures }) =>
    Object.entries(figures).map(([measure, figure]) => [proof, measure, figure.toLocaleString("en-US")]),
  );
  const taken = `${new Date().toISOString().slice(0, 10)}; ${cpus.length} cores, ${cpus[0]?.model.trim() ?? "unknown"}; Node ${process.versions.node}`;
  return `Run on ${taken}.\n\n${tableOf(["proof", "measure", "figure"], rows)}`;
}

async function runProof(proof: Proof, figuresFile: string, settings: Readonly<Record<string, string>>) {
  if ("program" in proof) return runProgram([path.join(ROOT, proof.program)], settings);
  const whole = { PROOF_LENGTH: "whole", PROOF_FIGURES: figuresFile, ...settings };
  return runProgram([packagePrograms.vitest, "run", proof.test], whole);
}

// npm run prove                                     every long proof, whole; their figures go to docs/proofs.md,
//                                                   and the pictures of README are taken anew
// npm run prove -- crash --minutes 30               one of them, longer
// npm run prove -- model --sequences 50000 --seed 7
// npm run prove -- calendar --day leap-day          all other tests on that day
// npm run prove -- pages --lighthouse               first visits on a throttled phone, with Lighthouse's scores
await runCommand(async () => {
  const { name: one, proofs, settings } = readRequest(process.argv.slice(2));
  const figuresFile = path.join(scratchFolder("prove"), "figures");
  for (const [name, proof] of proofs) {
    const begunMs = performance.now();
    say(`\n== ${name}`);
    await runProof(proof, figuresFile, settings);
    say(`== ${name}: ok in ${secondsText(performance.now() - begunMs)}`);
  }
  const lines = (readText(figuresFile) ?? "").split("\n").filter(Boolean);
  const table = toMarkdown(lines.map((line) => JSON.parse(line) as Figures));
  if (lines.length > 0) say(`\n${table}`);
  if (one) return 0;
  writeSection(PROOFS_PAGE, "proofs", table);
  say("\n== picture");
  await runProgram(["--conditions=react-server", path.join(ROOT, "lib/tooling/pages/picture.ts")]);
  return 0;
});
