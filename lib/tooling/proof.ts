import path from "node:path";
import { Problem } from "#lib/tooling/problem.ts";
import { nodeProgram, runProgram } from "#lib/tooling/programs.ts";
import { runCommand } from "#lib/tooling/terminal.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");

/** Each option of a command and the variable that its test reads. */
const PROOFS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  crash: { "--minutes": "CRASH_MINUTES" },
  model: { "--sequences": "MODEL_SEQUENCES", "--seed": "MODEL_SEED" },
};

// npm run crash -- --minutes 30          the crash test for about so long, with its progress and its figures
// npm run model -- --sequences 50000     the model test with so many lives, others each time; --seed repeats them
await runCommand(async () => {
  const [name = "", ...words] = process.argv.slice(2);
  const options = PROOFS[name];
  if (!options) throw new Problem(`There is no such proof. There are: ${Object.keys(PROOFS).join(", ")}.`);
  const wished: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 2) {
    const [option = "", value = ""] = words.slice(index, index + 2);
    const variable = options[option];
    if (!variable || !/^\d+(\.\d+)?$/.test(value))
      throw new Problem(`npm run ${name} takes ${Object.keys(options).join(", ")}, each with a number.`);
    wished[variable] = value;
  }
  const settings: Record<string, string> = {
    CRASH_MINUTES: "4",
    MODEL_SEED: String(process.env.MODEL_SEED ?? Math.floor(performance.timeOrigin / 1000)),
    MODEL_REPORT: "1",
    ...wished,
  };
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  await runProgram(nodeProgram(vitest, "run", `app/_proofs/${name}`), settings);
  return 0;
});
