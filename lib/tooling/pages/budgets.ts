import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { budgets, CSS_KB, listExcess } from "#lib/tooling/pages/page-budgets.ts";
import { weighPage } from "#lib/tooling/pages/page-weight.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const inKb = (bytes: number) => (bytes / 1_000).toFixed(1);

/** Prints what each page of the build loads beside what it may, and fails when one loads more. */
await runCommand(async () => {
  const over: string[] = [];
  say(`${"page".padEnd(28)} script KB  at most  gzip KB  at most  aim  CSS gzip KB  at most`);
  for (const budget of budgets) {
    const { page, script, gzip, aim } = budget;
    const weight = weighPage(path.join(ROOT, ".next"), page);
    const excess = listExcess(weight, budget);
    if (excess.length > 0) over.push(`${page} (${excess.join(", ")})`);
    const figures = [
      inKb(weight.script.brotli).padStart(9),
      String(script).padStart(8),
      inKb(weight.script.gzip).padStart(8),
      String(gzip ?? "").padStart(8),
      String(aim ?? "").padStart(4),
      inKb(weight.css.gzip).padStart(12),
      String(CSS_KB).padStart(8),
    ];
    say(`${page.padEnd(28)} ${figures.join(" ")}`);
  }
  if (over.length > 0)
    throw new Problem(
      `Too heavy: ${over.join(", ")}. Load what is behind a press when it is pressed (import()), or take something lighter; ` +
        "a budget in lib/tooling/pages/page-budgets.ts is only ever lowered.",
    );
  return 0;
});
