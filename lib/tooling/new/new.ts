import { mkdirSync } from "node:fs";
import path from "node:path";
import { nowMs } from "#lib/clock.ts";
import { ROOT, writeFileAtomically } from "#lib/tooling/files.ts";
import { type NewFiles, readFrom, readRecipe } from "#lib/tooling/new/new-files.ts";
import {
  planDecision,
  planEndpoint,
  planFeature,
  planJob,
  planPage,
  planProvider,
  planSweep,
  planTable,
} from "#lib/tooling/new/new-recipes.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { packagePrograms, runProgram } from "#lib/tooling/programs.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const USAGE = `npm run new -- page profile/gift-cards
npm run new -- endpoint loyalty/yearly-gift
npm run new -- job loyalty/yearly-letter
npm run new -- sweep loyalty/old-letters
npm run new -- table loyalty/gifts
npm run new -- provider acme-pay
npm run new -- feature gift-cards --below loyalty
npm run new -- decision gifts-are-given-once`;

const read = readFrom(ROOT);

function plan(words: readonly string[]): NewFiles {
  const [kind, name, option, below] = words;
  if (!name) throw new Problem(`Say what to make and where:\n${USAGE}`);
  if (kind === "page") return planPage(name, read);
  if (kind === "endpoint") return planEndpoint(name, read);
  if (kind === "table") return planTable(name, new Date(nowMs()), read);
  if (kind === "decision") return planDecision(name, new Date(nowMs()), read);
  if (kind === "job") return planJob(name, read);
  if (kind === "sweep") return planSweep(name, read);
  if (kind === "provider") return planProvider(name, read);
  if (kind === "feature") return planFeature(name, option === "--below" ? below : undefined, read);
  throw new Problem(`"${kind}" has no files to be made. There are:\n${USAGE}`);
}

await runCommand(async () => {
  const { files, draw = [], recipe } = plan(process.argv.slice(2));
  for (const [file, text] of files) {
    mkdirSync(path.join(ROOT, path.dirname(file)), { recursive: true });
    writeFileAtomically(path.join(ROOT, file), text, 0o644);
  }
  const formatted = [...files.keys()].filter((file) => /\.tsx?$/.test(file));
  if (formatted.length > 0)
    await runProgram([packagePrograms.biome, "check", "--write", ...formatted], {}, "quiet");
  for (const program of draw) await runProgram(["--conditions=react-server", program], {}, "quiet");
  say("Made:");
  for (const file of files.keys()) say(`  ${file}`);
  if (draw.length > 0) say("  and what is drawn from them, which `git status` shows");
  say(`What is left is in CONTRIBUTING.md, "${recipe}":\n${readRecipe(recipe, read)}`);
  return 0;
});
