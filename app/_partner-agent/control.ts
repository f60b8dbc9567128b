import { request } from "node:http";
import { controlSocket } from "#app/_partner-agent/config.ts";
import type { RefusedNumber } from "#app/_partner-agent/delivery/reporter.ts";
import type { Modem } from "#app/_partner-agent/modems/modems.ts";

const TIMEOUT_MS = 3_000;

export type ModemStatus = Modem & {
  readonly number: number | null;
  readonly isOnSale: boolean;
  readonly oldestUnsentAt: string | null;
};

/** What a running program says about itself. */
export type Status = {
  readonly version: string;
  readonly url: string;
  readonly lastSuccessAt: string | null;
  readonly problem: string | null;
  readonly clockAheadSeconds: number | null;
  readonly onSale: number;
  readonly refusedNumbers: readonly RefusedNumber[];
  readonly lent: number;
  readonly rented: number;
  readonly pending: number;
  /** Of those pending: the table does not name their card. */
  readonly withoutNumber: number;
  readonly modems: readonly ModemStatus[];
};

/** Asks the program that runs with this data; null when none does. */
export function askRunning(dataFolder: string): Promise<Status | null> {
  return new Promise((resolve) => {
    const call = request(
      { socketPath: controlSocket(dataFolder), path: "/", timeout: TIMEOUT_MS },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Status));
        response.on("error", () => resolve(null));
      },
    );
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(null));
    call.end();
  });
}
