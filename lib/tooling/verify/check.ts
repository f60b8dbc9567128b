import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { nodeProgram, runProgram } from "#lib/tooling/programs.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";

const bin = (name: string) => path.join(ROOT, "node_modules", name);

/** What is looked at between commits; everything else waits for `npm run verify`. */
const steps: readonly { readonly name: string; readonly program: readonly string[] }[] = [
  { name: "format and lint", program: nodeProgram(bin("@biomejs/biome/bin/biome"), "check", ".") },
  { name: "types", program: nodeProgram(bin("typescript/bin/tsc"), "--noEmit") },
  { name: "walls", program: [path.join(ROOT, "lib/tooling/walls.ts")] },
  { name: "unused files, exports and packages", program: nodeProgram(bin("knip/bin/knip.js")) },
  {
    name: "unit tests",
    program: nodeProgram(bin("vitest/vitest.mjs"), "run", "--project", "unit", "--project", "replacing"),
  },
];

await runCommand(async () => {
  const begunMs = performance.now();
  // A fresh clone has no types of its routes yet.
  await runProgram(
    nodeProgram(bin("next/dist/bin/next"), "typegen"),
    { NEXT_TELEMETRY_DISABLED: "1" },
    "quiet",
  );
  for (const { name, program } of steps) {
    say(`\n== ${name}`);
    // The drawn day runs the unit tests once more; that waits for `npm run verify`.
    await runProgram([...program], { DRAWN_DAY: "no" });
  }
  say(`\nAll is well, in ${secondsText(performance.now() - begunMs)}`);
  return 0;
});
