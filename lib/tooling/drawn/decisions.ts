import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT, writeFileAtomically } from "#lib/tooling/files.ts";
import { tableOf } from "#lib/tooling/page-section.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

export const DECISIONS = "docs/decisions";
/** What every decision says, in this order. */
export const PARTS = ["Context", "Decision", "Consequence"] as const;

const ABOUT = `# Decisions

Why the house is as it is: one page each, with context, decision, consequence, date and status. A decision that no longer
holds says which one replaced it. \`npm run new -- decision <what-is-decided>\` begins one, \`npm run decisions\` draws this list.
`;

export type Decision = {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  readonly date: string;
  /** What the line of the status says beside "accepted": which decision it changes or is changed by. */
  readonly note: string;
  /** The headings below the title. */
  readonly headings: readonly string[];
  /** Headings with nothing below them. */
  readonly empty: readonly string[];
};

/** The files of decisions, in the order of their numbers. */
export function listDecisionFiles(): string[] {
  return readdirSync(path.join(ROOT, DECISIONS))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort();
}

/** A decision as its file says it; null where the title or the line with date and status is not as it should be. */
export function parseDecision(file: string, text: string): Decision | null {
  const number = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(file)?.[1];
  const [, title, date, note, body] =
    /^# (?!\d{4}\b)(\S[^\n]*)\n\n(\d{4}-\d{2}-\d{2}), accepted\.((?: [^\n]+\.)?)\n\n(## [\s\S]+\n)$/.exec(
      text,
    ) ?? [];
  if (!number || !title || !date || body === undefined) return null;
  const parts = body.split(/^## /m).slice(1);
  const headings = parts.map((part) => part.split("\n", 1)[0] ?? "");
  const empty = headings.filter((heading, at) => parts[at]?.slice(heading.length).trim() === "");
  return { file, number, title, date, note: note?.trim() ?? "", headings, empty };
}

export function readDecisions(): { file: string; decision: Decision | null }[] {
  return listDecisionFiles().map((file) => ({
    file,
    decision: parseDecision(file, readFileSync(path.join(ROOT, DECISIONS, file), "utf8")),
  }));
}

/** docs/decisions/README.md: every decision with its number, title, date and what it changes. */
export function decisionsIndex(decisions: readonly Decision[]): string {
  const rows = decisions.map(({ file, number, title, date, note }) => [
    `[${number}](${file})`,
    title,
    date,
    note,
  ]);
  return `${ABOUT}\n${tableOf(["number", "decision", "date", "changes"], rows)}\n`;
}

if (import.meta.main)
  await runCommand(async () => {
    const decisions = readDecisions().map(({ file, decision }) => {
      if (decision === null)
        throw new Problem(`${DECISIONS}/${file} is not laid out as its neighbours: see decisions.test.ts.`);
      return decision;
    });
    writeFileAtomically(path.join(ROOT, DECISIONS, "README.md"), decisionsIndex(decisions), 0o644);
    say(`${DECISIONS}/README.md lists ${decisions.length} decisions.`);
    return 0;
  });
