import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { type PageWeight, weighPage } from "#lib/tooling/pages/page-weight.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/** KB of 1,000 bytes, packed. */
const CSS_KB = 12;

/** `script`: the most that a page may load, in KB of 1,000 bytes, packed. Only ever lowered; `aim` is where it shall arrive. */
const budgets: readonly { page: string; script: number; aim?: number }[] = [
  { page: "[locale]", script: 180, aim: 185 },
  { page: "[locale]/authorization", script: 188, aim: 200 },
  { page: "[locale]/registration", script: 187 },
  { page: "[locale]/[slug]", script: 180 },
  { page: "[locale]/countries/[slug]", script: 168 },
  { page: "[locale]/docs/[[...path]]", script: 168 },
  { page: "[locale]/blog", script: 167 },
  { page: "[locale]/blog/[slug]", script: 168 },
  { page: "[locale]/faq", script: 167 },
  { page: "[locale]/search", script: 167 },
  { page: "[locale]/profile", script: 267 },
  { page: "[locale]/profile/software", script: 181 },
  { page: "[locale]/store", script: 207 },
];

const inKb = (bytes: number) => (bytes / 1_000).toFixed(1);

function isOver(weight: PageWeight, scriptKb: number): boolean {
  return weight.script > scriptKb * 1_000 || weight.css > CSS_KB * 1_000;
}

/** Prints what each page of the build loads beside what it may, and fails when one loads more. */
await runCommand(async () => {
  const over: string[] = [];
  say(`${"page".padEnd(28)} script KB  at most  aim   CSS KB  at most`);
  for (const { page, script, aim } of budgets) {
    const weight = weighPage(path.join(ROOT, ".next"), page);
    if (isOver(weight, script)) over.push(page);
    const figures = [
      inKb(weight.script).padStart(9),
      String(script).padStart(8),
      String(aim ?? "").padStart(4),
    ];
    say(
      `${page.padEnd(28)} ${figures.join(" ")} ${inKb(weight.css).padStart(8)} ${String(CSS_KB).padStart(8)}`,
    );
  }
  if (over.length > 0)
    throw new Problem(
      `Too heavy: ${over.join(", ")}. Load what is behind a press when it is pressed (import()), or take something lighter; ` +
        "a budget in lib/tooling/pages/budgets.ts is only ever lowered.",
    );
  return 0;
});
