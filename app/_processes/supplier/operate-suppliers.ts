import { parseArgs } from "node:util";
import type { z } from "zod";
import {
  CostsInput,
  KeyRotationInput,
  NewSupplierInput,
  type SupplierDetails,
  SupplierTermsInput,
} from "#features/back-office/suppliers/suppliers.contract.ts";
import { findSupplierDetails } from "#features/back-office/suppliers/suppliers.reads.ts";
import {
  editSupplier,
  rotateSupplierKey,
  type SupplierCall,
  setSupplierCosts,
  stepSupplier,
  takeSupplierOn,
} from "#features/back-office/suppliers/suppliers.writes.ts";
import { listOperatedSuppliers } from "#features/supply/operation/operated-suppliers.reads.ts";
import type { CostProblem } from "#features/supply/operation/supplier-costs.rules.ts";
import { operationState } from "#features/supply/operation.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { type TranslationValues, translateMessage } from "#lib/i18n/translate.ts";
import { decimalRoubles, kopecks, parseRoubles } from "#lib/money/kopecks.ts";
import { Problem } from "#lib/tooling/problem.ts";

export type CommandPorts = {
  readonly db: Db;
  readonly say: (line?: string) => void;
  readonly readFile: (path: string) => Promise<string>;
};

const help = `npm run supplier -- <verb> [code] [options]

  list                         every supplier, newest first
  show <code>                  one supplier with its terms
  add <code> --kind agent --name "A name" --url https://...   or --kind own
  add <code> --kind upstream --name "A shop" --url https://.../stubs/handler_api.php --key-file key.txt
             --currency RUB|USD [--rate 92.50] [--balance-min 500]
  edit <code> [terms]          terms that are not named stay
  pause <code>                 its numbers leave the lists, running orders go on
  resume <code>
  end <code> --yes             for good: its key is refused
  rotate-key <code> --overlap-hours 24 [--calls-after-hours 0]
  costs <code> --file costs.csv [--hours] [--percent 100]

  terms      --name, --url, --default-cost 9.50, --open-max 100, --countries kenya,6, --services tg,wa, --operators any,
             --client-id yes|no, --rents yes|no, --owner <a partner's e-mail or number>, --word-table smshub|slugs; "none" takes a limit, a cost or a list off
  upstream   another shop: --currency is what it counts in, --rate what a dollar costs in roubles, --balance-min the balance there
             below which it sells nothing; its costs are what it asks, --default-cost and costs are the most we pay
  key        add and rotate-key make one and print it once; --key-file takes the agent's own, or the shop's, from a file
  costs      lines of country, service and roubles: indonesia,tg,9.50
  --reason   why, for the audit`;

const texts = {
  kind: { type: "string" },
  name: { type: "string" },
  url: { type: "string" },
  "key-file": { type: "string" },
  "default-cost": { type: "string" },
  currency: { type: "string" },
  rate: { type: "string" },
  "balance-min": { type: "string" },
  "open-max": { type: "string" },
  countries: { type: "string" },
  services: { type: "string" },
  operators: { type: "string" },
  "client-id": { type: "string" },
  rents: { type: "string" },
  owner: { type: "string" },
  "word-table": { type: "string" },
  "overlap-hours": { type: "string" },
  "calls-after-hours": { type: "string" },
  file: { type: "string" },
  percent: { type: "string" },
  reason: { type: "string", default: "by the command" },
  hours: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Whoever runs the command stands in the audit under this number. */
const COMMAND = 0 as UserId;
const SHOWN = 1_000;

type Words = ReturnType<typeof readWords>;

/**
 * Runs one call of the command with the desk's own functions. Throws Problem with one sentence for everything that the person at the
 * terminal can mend; nothing has changed then.
 */
export async function operateSuppliers(args: readonly string[], ports: CommandPorts): Promise<void> {
  const words = readWords(args);
  if (words.verb === "" || words.options.help) return ports.say(help);
  const run = verbs[words.verb];
  if (!run) throw new Problem(`There is no "${words.verb}". npm run supplier -- --help lists what there is.`);
  try {
    await run(words, ports);
  } catch (error) {
    throw isAppError(error) ? new Problem(spoken(error.row.messageKey, error.details)) : error;
  }
}

function readWords(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options: texts, allowPositionals: true });
    const [verb = "", code = "", ...rest] = positionals;
    if (rest.length > 0) throw new Problem(`"${rest[0]}" is too much. npm run supplier -- --help`);
    return { verb, code, options: values };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${(error as Error).message} npm run supplier -- --help`);
  }
}

type Verb = (words: Words, ports: CommandPorts) => Promise<void>;

const verbs: Readonly<Record<string, Verb>> = {
  list: async (_, { db, say }) => {
    for (const supplier of await listOperatedSuppliers(db, {}, SHOWN)) {
      const { code, kind, healthy, onSaleCount, toldCount, lastError } = supplier;
      const standing = supplier.enabled ? (healthy ? "answers" : "silent") : operationState(supplier);
      say(
        [code, kind, standing, `${onSaleCount} of ${toldCount} on sale`, lastError]
          .filter(Boolean)
          .join("\t"),
      );
    }
  },
  show: async ({ code }, { db, say }) => {
    for (const [name, value] of Object.entries(await found(db, code)))
      say(`${name}\t${JSON.stringify(value)}`);
  },
  add: async (words, ports) => {
    const { code, options } = words;
    const key = await keyFrom(words, ports);
    const typed = { code, kind: options.kind, ...termsOf(words, null), ...(key ? { key } : {}) };
    const made = await takeSupplierOn(ports.db, checked(NewSupplierInput, typed), callOf(words));
    ports.say(
      options.kind === "upstream"
        ? `${code}: taken on with the key that it gave us`
        : `${code}: taken on. Its key, shown this once: ${made}`,
    );
  },
  edit: async (words, { db, say }) => {
    const input = checked(SupplierTermsInput, termsOf(words, await found(db, words.code)));
    await editSupplier(db, words.code, input, callOf(words));
    say(`${words.code}: changed`);
  },
  pause: (words, ports) => step("pause", "paused", words, ports),
  resume: (words, ports) => step("resume", "sells again", words, ports),
  end: (words, ports) => {
    if (!words.options.yes) throw new Problem("This cannot be undone. Say --yes as well.");
    return step("end", "ended for good", words, ports);
  },
  "rotate-key": async (words, ports) => {
    const { options, code } = words;
    const key = await keyFrom(words, ports);
    const { reason: _, ...input } = checked(KeyRotationInput, {
      overlapHours: wholeNumber(options["overlap-hours"], "--overlap-hours"),
      callsAfterHours: wholeNumber(options["calls-after-hours"] ?? "0", "--calls-after-hours"),
      ...(key ? { key } : {}),
      reason: options.reason,
    });
    const made = await rotateSupplierKey(ports.db, code, input, callOf(words));
    ports.say(`${code}: its new key, shown this once: ${made}`);
  },
  costs: async (words, { db, say, readFile }) => {
    const { code, options } = words;
    if (!options.file) throw new Problem("Say --file <costs.csv>.");
    const { reason: _, ...input } = checked(CostsInput, {
      kind: options.hours ? "hour" : "sms",
      text: await readText(readFile, options.file),
      percent: wholeNumber(options.percent ?? "100", "--percent"),
      reason: options.reason,
    });
    await setSupplierCosts(db, code, input, callOf(words));
    const { costsCount, hourCostsCount } = await found(db, code);
    say(`${code}: costs set (${costsCount} for single SMS, ${hourCostsCount} per hour)`);
  },
};

async function step(verb: "pause" | "resume" | "end", done: string, words: Words, { db, say }: CommandPorts) {
  await stepSupplier(db, words.code, verb, callOf(words));
  say(`${words.code}: ${done}`);
}

async function found(db: Db, code: string): Promise<SupplierDetails> {
  const supplier = await findSupplierDetails(db, code, "en");
  if (!supplier) throw new Problem(`There is no supplier "${code}". npm run supplier -- list names all.`);
  return supplier;
}

function callOf({ options }: Words): SupplierCall {
  const staff = { staffId: COMMAND, permission: "money-lead", ip: "" } as const;
  return { staff, idempotencyKey: crypto.randomUUID(), reason: options.reason };
}

/** The terms that are named, beside those that a supplier has already. */
function termsOf({ options }: Words, known: SupplierDetails | null) {
  const listOf = (text: string | undefined, before: readonly string[]) =>
    text === undefined ? before : text === "none" ? [] : text.split(",").map((word) => word.trim());
  const wordsOf = (named: SupplierDetails["countries"] | undefined) => (named ?? []).map(({ word }) => word);
  return {
    name: options.name ?? known?.name,
    baseUrl: options.url ?? known?.baseUrl ?? null,
    honoursClientId: yesOrNo(options["client-id"], "--client-id", known?.honoursClientId ?? false),
    rents: yesOrNo(options.rents, "--rents", known?.rents ?? true),
    openMax: limitOf(options["open-max"], known?.openMax ?? null, (text) => wholeNumber(text, "--open-max")),
    defaultCostKopecks: limitOf(options["default-cost"], known?.defaultCostKopecks ?? null, (text) =>
      roubles(text, "--default-cost"),
    ),
    ...shopTermsOf(options, known),
    countries: listOf(options.countries, wordsOf(known?.countries)),
    services: listOf(options.services, wordsOf(known?.services)),
    operators: listOf(options.operators, known?.operators ?? []),
    owner: options.owner === "none" ? null : options.owner,
    wordTable: options["word-table"] === "none" ? null : options["word-table"],
  };
}

/** What only an upstream has; a rate that stood for another currency is forgotten with it. */
function shopTermsOf(
  { currency, rate, "balance-min": min }: Words["options"],
  known: SupplierDetails | null,
) {
  const isOther = currency !== undefined && currency !== known?.currency;
  return {
    currency: currency ?? known?.currency ?? null,
    rateKopecks: limitOf(rate, isOther ? null : (known?.rateKopecks ?? null), (text) =>
      roubles(text, "--rate"),
    ),
    balanceMinCents: limitOf(min, known?.balanceMinCents ?? null, (text) => roubles(text, "--balance-min")),
  };
}

function limitOf(text: string | undefined, before: number | null, read: (text: string) => number) {
  if (text === undefined) return before;
  return text === "none" ? null : read(text);
}

/** An amount with two decimals, in hundredths. */
function roubles(text: string, option: string): number {
  const amount = parseRoubles(text);
  if (amount === null) throw new Problem(`${option} is an amount such as ${decimalRoubles(kopecks(950))}.`);
  return amount;
}

function wholeNumber(text: string | undefined, option: string): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) throw new Problem(`${option} takes a whole number.`);
  return Number(text);
}

function yesOrNo(text: string | undefined, option: string, before: boolean): boolean {
  if (text === undefined) return before;
  if (text !== "yes" && text !== "no") throw new Problem(`${option} is yes or no.`);
  return text === "yes";
}

/** A key stands in a file: arguments are seen by everybody on the machine. */
async function keyFrom({ options }: Words, { readFile }: CommandPorts): Promise<string | null> {
  return options["key-file"] ? (await readText(readFile, options["key-file"])).trim() : null;
}

async function readText(readFile: CommandPorts["readFile"], path: string): Promise<string> {
  try {
    return await readFile(path);
  } catch {
    throw new Problem(`The file ${path} cannot be read.`);
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Problem(`${issue?.path.join(".") || "The call"} is wrong: ${issue?.message}`);
}

function spoken(messageKey: string, details: Readonly<Record<string, unknown>> = {}): string {
  const lines = (details.lines ?? []) as CostProblem[];
  const all = lines.map(({ line, problem, text }) => `\n  line ${line}: ${problem} (${text})`);
  const values = Object.entries(details).filter(([, value]) => !Array.isArray(value));
  return `${translateMessage("en", messageKey, Object.fromEntries(values) as TranslationValues)}${all.join("")}`;
}
