import path from "node:path";
import { ROOT, readText } from "#lib/tooling/files.ts";
import { readSection, writeSection } from "#lib/tooling/page-section.ts";
import { packagePrograms, runProgram, scratchFolder } from "#lib/tooling/programs.ts";
import {
  type Figures,
  type ProofRun,
  proofPart,
  thisMachine,
  withPart,
} from "#lib/tooling/proofs/proof-figures.ts";
import { PROOFS_PAGE, type Proof, readRequest } from "#lib/tooling/proofs/proofs.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";

async function runProof(proof: Proof, figuresFile: string, settings: Readonly<Record<string, string>>) {
  if ("program" in proof) return runProgram([path.join(ROOT, proof.program)], settings);
  const whole = { PROOF_LENGTH: "whole", PROOF_FIGURES: figuresFile, ...settings };
  return runProgram([packagePrograms.vitest, "run", proof.test], whole);
}

function keepFigures(run: Pick<ProofRun, "name" | "words" | "seconds">, figuresFile: string): void {
  const lines = (readText(figuresFile) ?? "").split("\n").filter(Boolean);
  const part = proofPart({
    ...run,
    day: new Date().toISOString().slice(0, 10),
    machine: thisMachine(),
    recorded: lines.map((line) => JSON.parse(line) as Figures),
  });
  say(`\n${part}`);
  writeSection(PROOFS_PAGE, "proofs", withPart(readSection(PROOFS_PAGE, "proofs"), run.name, part));
}

// npm run prove                                     every long proof, whole; the figures of each go to docs/proofs.md,
//                                                   and the pictures of README are taken anew
// npm run prove -- crash --minutes 30               one of them, longer
// npm run prove -- model --sequences 50000 --seed 7
// npm run prove -- calendar --day leap-day          all other tests on that day
// npm run prove -- pages --lighthouse               first visits on a throttled phone, with Lighthouse's scores
await runCommand(async () => {
  const [, ...options] = process.argv.slice(2);
  const { name: one, proofs, settings } = readRequest(process.argv.slice(2));
  const scratch = scratchFolder("prove");
  for (const [name, proof] of proofs) {
    const begunMs = performance.now();
    const figuresFile = path.join(scratch, name);
    say(`\n== ${name}`);
    await runProof(proof, figuresFile, settings);
    const tookMs = performance.now() - begunMs;
    say(`== ${name}: ok in ${secondsText(tookMs)}`);
    // A program writes its figures itself.
    if ("test" in proof) keepFigures({ name, words: options, seconds: tookMs / 1_000 }, figuresFile);
  }
  if (one) return 0;
  say("\n== picture");
  await runProgram(["--conditions=react-server", path.join(ROOT, "lib/tooling/pages/picture.ts")]);
  return 0;
});
