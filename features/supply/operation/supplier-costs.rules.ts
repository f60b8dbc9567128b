import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { operationLimits } from "#features/supply/operation.rules.ts";
import { type Kopecks, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

/** `sms`: what one number for one SMS costs us. `hour`: what an hour of a rented number costs us. */
export const costKinds = ["sms", "hour"] as const;
export type CostKind = (typeof costKinds)[number];

/** How a list of hours names the whole number. */
const WHOLE_NUMBER = "full";

export type CostLine = {
  readonly countryId: number;
  /** Null: the whole number, of hours alone. */
  readonly serviceId: number | null;
  readonly costKopecks: Kopecks;
};

export type CostProblem = {
  /** From 1. */
  readonly line: number;
  readonly problem: "columns" | "country" | "service" | "cost" | "twice" | "too-many" | "empty";
  /** What stands there, shortened. */
  readonly text: string;
};

type ReadCosts = { readonly costs: readonly CostLine[]; readonly problems: readonly CostProblem[] };

const SEPARATORS = ["\t", ";", ","] as const;

/**
 * Reads a list of costs: per line country (slug or id), service (code) and roubles, between tabs, semicolons or commas; a first line of
 * names is passed over. Every cost is multiplied by `percent` and rounded up to whole kopecks. Nothing of a list with problems is used.
 */
export function readCosts(
  text: string,
  { kind, percent, catalogue }: { kind: CostKind; percent: number; catalogue: Catalogue },
): ReadCosts {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const costs = new Map<string, CostLine>();
  const problems: CostProblem[] = [];
  const complain = (at: number, problem: CostProblem["problem"], words: string) =>
    problems.push({ line: at + 1, problem, text: words.slice(0, 80) });
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || (at === 0 && /^\W*country\b/i.test(line))) continue;
    if (costs.size >= operationLimits.costLines) {
      complain(at, "too-many", line);
      break;
    }
    const separator = SEPARATORS.find((one) => line.split(one).length === 3);
    const [country = "", service = "", cost = ""] = separator ? line.split(separator).map(unquoted) : [];
    if (!separator) {
      complain(at, "columns", line);
      continue;
    }
    const countryId = findCountryId(catalogue, country);
    const serviceId = findServiceId(catalogue, kind, service);
    const costKopecks = withPercent(parseRoubles(cost.replace(",", ".")), percent);
    if (countryId === undefined) complain(at, "country", country);
    else if (serviceId === undefined) complain(at, "service", service);
    else if (costKopecks === null) complain(at, "cost", cost);
    else if (costs.has(`${countryId}:${serviceId}`)) complain(at, "twice", line);
    else costs.set(`${countryId}:${serviceId}`, { countryId, serviceId, costKopecks });
  }
  if (costs.size === 0 && problems.length === 0) complain(0, "empty", "");
  return { costs: [...costs.values()], problems };
}

const MOST_KOPECKS = 10_000_000;

function withPercent(cost: Kopecks | null, percent: number): Kopecks | null {
  if (cost === null || cost === 0) return null;
  const made = kopecks((BigInt(cost) * BigInt(percent) + 99n) / 100n);
  return made <= MOST_KOPECKS ? made : null;
}

/** A country by the words of a list: its id or its slug. */
export function findCountryId(catalogue: Catalogue, word: string): number | undefined {
  if (/^\d{1,9}$/.test(word)) return catalogue.countryById.get(Number(word))?.id;
  return catalogue.countryBySlug.get(word.toLowerCase())?.id;
}

function findServiceId(catalogue: Catalogue, kind: CostKind, word: string): number | null | undefined {
  if (word.toLowerCase() === WHOLE_NUMBER) return kind === "hour" ? null : undefined;
  return catalogue.serviceByCode.get(word)?.id;
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
}
