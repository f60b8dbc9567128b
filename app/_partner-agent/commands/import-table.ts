import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#app/_partner-agent/config.ts";
import { readWork } from "#app/_partner-agent/delivery/work.ts";
import { type NumberRow, parseTable, writeTable } from "#app/_partner-agent/modems/number-table.ts";
import { tableFile } from "#app/_partner-agent/modems/numbers.ts";
import { say } from "#app/_partner-agent/print.ts";
import { Problem } from "#app/_partner-agent/problem.ts";
import { makeFolder, writeDurably } from "#app/_partner-agent/storage/disk.ts";
import { nowMs } from "#lib/clock.ts";

/** Replaces the table of numbers; a running program has it within a second. Throws a Problem and changes nothing when a line is wrong. */
export async function importTable(config: Config, file: string, isForced: boolean): Promise<number> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Problem(`${file} cannot be read: ${error.message}`);
  });
  const rows = parseTable(text, path.basename(file));
  if (!isForced) await mustKeepOrders(config.dataFolder, rows);
  await makeFolder(config.dataFolder);
  await writeDurably(tableFile(config.dataFolder), writeTable(rows));
  say(`${rows.length} numbers imported.`);
  return 0;
}

/** A buyer waits for the SMS of a number that is lent or rented: without its row they would go nowhere. */
async function mustKeepOrders(dataFolder: string, rows: readonly NumberRow[]): Promise<void> {
  const { lent, rented } = await readWork(dataFolder);
  const listed = new Set(rows.map(({ number }) => number));
  const lacking = [
    ...lent.filter(({ number }) => !listed.has(number)).map(({ number }) => `${number} (lent)`),
    ...rented
      .filter(({ number, until }) => !listed.has(number) && Date.parse(until) > nowMs())
      .map(({ number, until }) => `${number} (rented until ${until})`),
  ];
  if (lacking.length === 0) return;
  throw new Problem(
    `The table lacks numbers that somebody has paid for: ${lacking.join(", ")}. ` +
      "Leave them in, or add --force. Nothing was changed.",
  );
}
