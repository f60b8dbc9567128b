import { readFileSync } from "node:fs";
import path from "node:path";
import { openPushBox } from "#app/_processes/agent-test/push-box.ts";
import type { Country } from "#features/catalogue/catalogue.rules.ts";
import { countryIdOf } from "#features/supply/dialects/dialects.rules.ts";
import { runAgentTests } from "#features/supply/self-test/agent-tests.gateway.ts";
import {
  type SelfTestTimes,
  selfTestLimits,
  selfTestTimes,
  type TestName,
  type Verdict,
} from "#features/supply/self-test/self-test.rules.ts";
import type { AskedExchange } from "#features/supply/self-test/test-run.gateway.ts";

export type TestedAgent = { readonly url: string; readonly key: string };
export type AgentTestOptions = {
  /** Where the agent pushes its SMS to. Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  readonly times?: SelfTestTimes;
  readonly signal?: AbortSignal;
  /** Told where pushes are taken, before anything is asked. */
  readonly onListening?: (port: number) => void;
  readonly onBegin?: (test: TestName) => void;
  readonly onVerdict?: (test: TestName, verdict: Verdict) => void;
  readonly onExchange?: (exchange: AskedExchange) => void;
  readonly onLent?: (number: number) => void;
};

/** Runs the site's acceptance tests against an agent, without a database. Returns the verdict of each test. */
export async function testAgent(
  { url, key }: TestedAgent,
  options: AgentTestOptions,
): Promise<ReadonlyMap<TestName, Verdict>> {
  const numbers = new Set<number>();
  const verdicts = new Map<TestName, Verdict>();
  const box = await openPushBox(key, (phone) => numbers.has(phone), options.listen);
  options.onListening?.(box.port);
  try {
    await runAgentTests(
      { baseUrl: url, key, dialect: {} },
      {
        times: options.times ?? selfTestTimes,
        signal: options.signal ?? new AbortController().signal,
        dialCodeOf,
        numbersMax: selfTestLimits.numbersAtOnce,
        begin: async (test) => options.onBegin?.(test),
        judge: async (test, verdict) => {
          verdicts.set(test, verdict);
          options.onVerdict?.(test, verdict);
        },
        keep: async (exchange) => options.onExchange?.(exchange),
        seen: async () => [...box.seen],
        lent: async (_, number) => {
          numbers.add(number);
          options.onLent?.(number);
        },
        returned: async () => undefined,
      },
    );
  } finally {
    await box.close();
  }
  return verdicts;
}

type CountryRow = Pick<Country, "id" | "slug" | "dialCode">;
let countries: CountryRow[] | null = null;

function dialCodeOf(word: string): string | null {
  const folder = path.join(import.meta.dirname, "..", "..", "..", "features", "catalogue", "data");
  countries ??= JSON.parse(readFileSync(path.join(folder, "countries.json"), "utf8")) as CountryRow[];
  const catalogue = {
    countryById: new Map(countries.map((country) => [country.id, country as Country])),
    countryBySlug: new Map(countries.map((country) => [country.slug, country as Country])),
  };
  const id = countryIdOf({ dialect: {}, wordTable: "smshub" }, catalogue, word);
  return catalogue.countryById.get(id ?? -1)?.dialCode ?? null;
}
