import { figuresOf, histories, replay } from "#app/_proofs/routing/replay.ts";
import { say } from "#lib/tooling/terminal.ts";

// npm run replay -- routing [--seed 11]: what the choice by worth wins over the cheapest first, on made-up histories
const [what, flag, value] = process.argv.slice(2);
const seed = flag === "--seed" ? Number(value) : 11;
if (what !== "routing" || !Number.isSafeInteger(seed)) {
  say("npm run replay -- routing [--seed <whole number>]");
  process.exitCode = 1;
} else {
  say(
    "| history | rule | codes | codes per 100 roubles held | per 100 paid | seconds to a code | numbers per code |",
  );
  say("|---|---|---|---|---|---|---|");
  for (const [name, history] of Object.entries(histories)) {
    for (const rule of ["cheapest", "worth"] as const) {
      const figures = figuresOf(replay(history, rule, seed));
      const { delivered, perHundredHeld, perHundredPaid, secondsToCode, attemptsPerCode } = figures;
      say(
        `| ${name} | ${rule} | ${delivered} | ${perHundredHeld} | ${perHundredPaid} | ${secondsToCode} | ${attemptsPerCode} |`,
      );
    }
  }
}
