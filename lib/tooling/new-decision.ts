import { DECISIONS, listDecisionFiles, PARTS } from "#lib/tooling/decisions.ts";
import { Draft, type NewFiles, type ReadFile, spellings } from "#lib/tooling/new-files.ts";

const HINTS = {
  Context: "Say what was so, and what was wrong with it.",
  Decision: "Say what is done instead, and what was considered and not taken.",
  Consequence: "Say what follows: what is easier, what is dearer, what is now forbidden.",
} as const satisfies Record<(typeof PARTS)[number], string>;

/** A decision with the number after the highest: `gifts-are-given-once`. `now`: its date. */
export function planDecision(
  name: string,
  now: Date,
  read: ReadFile,
  present: readonly string[] = listDecisionFiles(),
): NewFiles {
  const { title } = spellings(name);
  const highest = Math.max(0, ...present.map((file) => Number(file.slice(0, 4))));
  const file = `${DECISIONS}/${String(highest + 1).padStart(4, "0")}-${name}.md`;
  const draft = new Draft(read);
  const parts = PARTS.map((part) => `## ${part}\n\n${HINTS[part]}\n`);
  draft.create(file, [`# ${title}\n`, `${now.toISOString().slice(0, 10)}, accepted.\n`, ...parts].join("\n"));
  return {
    files: draft.files,
    draw: ["lib/tooling/write-decisions.ts"],
    left: [
      `Write ${file}. What it changes in another decision stands behind "accepted.", in both files.`,
      "After a change of its title or of that line: npm run decisions.",
    ],
  };
}
