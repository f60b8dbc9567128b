import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** Where the figures of the proofs are written. */
export const PROOFS_PAGE = path.join(ROOT, "docs/proofs.md");

/** The variable behind an option, and what the option takes. */
type Option = { readonly variable: string; readonly takes: "a number" | "a word" | "nothing" };
type Options = Readonly<Record<string, Option>>;

/** A proof is a test that is told to run whole, or a program of its own that also writes its figures itself. */
export type Proof = { readonly options: Options } & (
  | { readonly test: string }
  | { readonly program: string }
);

const number = (variable: string): Option => ({ variable, takes: "a number" });
const word = (variable: string): Option => ({ variable, takes: "a word" });
const flag = (variable: string): Option => ({ variable, takes: "nothing" });

const PATTERNS = { "a number": /^\d+(\.\d+)?$/, "a word": /^[\w[\]./-]+$/, nothing: /^yes$/ } as const;

/** Each proof by its name. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  crash: {
    test: "app/_proofs/crash",
    options: { "--minutes": number("CRASH_MINUTES"), "--seed": number("CRASH_SEED") },
  },
  model: {
    test: "app/_proofs/model",
    options: { "--sequences": number("MODEL_SEQUENCES"), "--seed": number("MODEL_SEED") },
  },
  chats: { test: "app/_proofs/chats.db.test.ts", options: {} },
  development: { test: "app/_proofs/development.test.ts", options: {} },
  new: { test: "app/_proofs/new-files.test.ts", options: {} },
  malformed: { test: "app/api/malformed.db.test.ts", options: { "--seed": number("MALFORMED_SEED") } },
  calendar: {
    program: "lib/tooling/proofs/calendar/run.ts",
    options: { "--day": word("CALENDAR_DAY"), "--only": word("CALENDAR_ONLY") },
  },
  pages: {
    program: "lib/tooling/pages/run.ts",
    options: {
      "--times": number("PAGES_TIMES"),
      "--lighthouse": flag("PAGES_LIGHTHOUSE"),
      "--only": word("PAGES_ONLY"),
    },
  },
};

export type ProofRequest = {
  /** The one proof that was named; absent = all. */
  readonly name?: string;
  readonly proofs: readonly (readonly [string, Proof])[];
  readonly settings: Readonly<Record<string, string>>;
};

/** Reads the words after `npm run prove --`; throws a Problem that says what there is. */
export function readRequest(words: readonly string[]): ProofRequest {
  const [name, ...rest] = words;
  if (name === undefined) return { proofs: Object.entries(PROOFS), settings: {} };
  if (name.startsWith("-"))
    throw new Problem("Options belong to one proof: npm run prove -- crash --minutes 30.");
  const proof = PROOFS[name];
  if (!proof) throw new Problem(`There is no such proof. There are: ${Object.keys(PROOFS).join(", ")}.`);
  const settings: Record<string, string> = {};
  const left = [...rest];
  for (let option = left.shift(); option !== undefined; option = left.shift()) {
    const known = proof.options[option];
    const value = known?.takes === "nothing" ? "yes" : (left.shift() ?? "");
    if (!known || !PATTERNS[known.takes].test(value)) throw new Problem(usage(name, proof.options));
    settings[known.variable] = value;
  }
  return { name, proofs: [[name, proof]], settings };
}

function usage(name: string, options: Options): string {
  const known = Object.entries(options).map(([option, { takes }]) =>
    takes === "nothing" ? option : `${option} with ${takes}`,
  );
  return `npm run prove -- ${name} takes ${known.join(", ") || "no options"}.`;
}
