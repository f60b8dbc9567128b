import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { type ProductUnderTest, startProductUnderTest } from "#lib/tooling/journeys/product-under-test.ts";
import { explain, Problem } from "#lib/tooling/problem.ts";
import { packagePrograms, runProgram } from "#lib/tooling/programs.ts";
import { say } from "#lib/tooling/terminal.ts";
import { addRecords, type FailedFile, readRecords } from "#lib/tooling/verify/records.ts";

export type JourneysWish = {
  readonly recordsFile: string;
  /** Parts of paths; all journeys where none is named. */
  readonly only?: readonly string[];
  /** How many times slower the browser's processor is made to be. */
  readonly slowdown?: number;
};

type Part = { readonly name: string; run(): Promise<void> };

/**
 * Every journey on a default start of its own, then the invariants of the rows they left, then the journeys that move the clock. A
 * part that fails does not keep the next one from running. Throws a Problem that names all that failed.
 */
export async function runJourneys(wish: JourneysWish): Promise<void> {
  await withProduct(async (product) => {
    const only = wish.only ?? [];
    const parts: Part[] = [
      {
        name: "journeys",
        run: () => playwright(product, wish, [...only, "--project=journeys", "--project=stand-ins"]),
      },
      { name: "invariants of the rows that the journeys left", run: () => checkRows(product) },
      // Last: after its leap of the clock everything that is done by the hour is overdue.
      {
        name: "journeys that move the clock",
        run: () => playwright(product, wish, [...only, "--project=later", "--no-deps"]),
      },
    ];
    await runAll(parts, wish.recordsFile);
  });
}

/** Runs the journeys of a file that failed once more, on a product of their own. Throws when they fail again. */
export async function runJourneysAgain({ file, project }: FailedFile, recordsFile: string): Promise<void> {
  const pattern = file.replaceAll(/[[\]()]/g, ".");
  await withProduct((product) =>
    playwright(product, { recordsFile }, [pattern, `--project=${project}`, "--no-deps"]),
  );
}

async function withProduct(body: (product: ProductUnderTest) => Promise<void>): Promise<void> {
  const product = await startProductUnderTest(ROOT, { hasContentDesk: true });
  try {
    await body(product);
  } catch (error) {
    product.showLogs();
    throw error;
  } finally {
    await product.stop();
  }
}

async function runAll(parts: readonly Part[], recordsFile: string): Promise<void> {
  const problems: string[] = [];
  for (const { name, run } of parts) {
    say(`\n-- ${name}`);
    const { lines } = readRecords(recordsFile);
    await run().catch((error: unknown) => {
      const message = explain(error);
      problems.push(`${name}: ${message}`);
      if (readRecords(recordsFile, lines).failures.length === 0)
        addRecords(recordsFile, [{ failure: { title: name, message } }]);
    });
  }
  if (problems.length > 0) throw new Problem(problems.join("\n"));
}

/** Files without a match are no fault: a part of a path may name journeys of one project alone. */
async function playwright(product: ProductUnderTest, wish: JourneysWish, which: string[]): Promise<void> {
  await runProgram([packagePrograms.playwright, "test", "--pass-with-no-tests", ...which], {
    VERIFY_RECORDS: wish.recordsFile,
    JOURNEY_URL: product.url,
    JOURNEY_DEMO_FILE: product.demoFile,
    JOURNEY_STATE_FOLDER: product.stateFolder,
    JOURNEY_STAND_INS: JSON.stringify(product.standIns),
    JOURNEY_OPENID_PORT: String(product.openIdPort),
    JOURNEY_SLOWDOWN: String(wish.slowdown ?? 1),
  });
}

async function checkRows({ stateFolder }: ProductUnderTest): Promise<void> {
  const program = ["--conditions=react-server", path.join(ROOT, "app/_processes/check-data.ts")];
  await runProgram(program, { DATA_FOLDER: stateFolder }, "kept");
}
