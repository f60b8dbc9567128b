import { stat } from "node:fs/promises";
import path from "node:path";
import type { Modem } from "#app/_partner-agent/modems/modems.ts";
import { type NumberRow, normalizeSim, parseTable } from "#app/_partner-agent/modems/number-table.ts";
import { readIfThere } from "#app/_partner-agent/storage/disk.ts";

/** Where `import` keeps the table. */
export function tableFile(dataFolder: string): string {
  return path.join(dataFolder, "numbers.csv");
}

/** The table of numbers, read anew when `import` has changed it. */
export class Numbers {
  readonly #file: string;
  #rows = new Map<string, NumberRow>();
  #version = "";

  constructor(dataFolder: string) {
    this.#file = tableFile(dataFolder);
  }

  get rows(): readonly NumberRow[] {
    return [...this.#rows.values()];
  }

  /** Returns whether the table has changed. Throws a Problem when it cannot be read; the old one stays. */
  async reload(): Promise<boolean> {
    const state = await stat(this.#file).catch(() => null);
    const version = state ? `${state.mtimeMs} ${state.ino}` : "none";
    if (version === this.#version) return false;
    this.#version = version;
    const text = await readIfThere(this.#file);
    const rows = text === null ? [] : parseTable(text, this.#file);
    this.#rows = new Map(rows.map((row) => [row.sim, row]));
    return true;
  }

  /** The row of a modem's card: by IMSI, ICCID, then by the modem's name. */
  rowOf(modem: Pick<Modem, "name" | "imsi" | "iccid">): NumberRow | null {
    for (const sim of [modem.imsi, modem.iccid, modem.name]) {
      const row = sim === null ? undefined : this.#rows.get(normalizeSim(sim));
      if (row) return row;
    }
    return null;
  }
}
