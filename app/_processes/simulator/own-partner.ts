import type { Bank, Status } from "#app/_processes/simulator/bank.ts";
import { callPlatform, type Platform, rest } from "#app/_processes/simulator/deliveries.ts";
import type { Offer } from "#app/_processes/simulator/plan.ts";
import type { Rented, RentedLines, RentNumber } from "#app/_processes/simulator/rents.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";
import { log } from "#lib/log.ts";

const FULL_LIST_EVERY_MS = 5 * 60_000;
const STOCK_MOVES_EVERY_MS = 20_000;
const WORK_EVERY_MS = 1_000;
const TRY_AGAIN_MS = 2_000;

type Work = {
  readonly lent?: readonly { activationId: number; number: number; service: string; country: string }[];
  readonly rented?: readonly Rented[];
  readonly finished?: readonly { id: number; activationId: number; status: Status }[];
};

/** The part of a partner's bank that is rented for hours and weeks. */
export type RentSupply = { readonly numbers: readonly RentNumber[]; readonly lines: RentedLines };

/** A partner behind NAT: tells what is on line, asks what is lent or rented and what has ended. */
export async function runOwnPartner(
  bank: Bank,
  supply: RentSupply,
  platform: Platform,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    reportStock(bank, supply, platform, signal),
    checkWork(bank, supply, platform, signal),
    supply.lines.deliver(platform, signal),
  ]);
}

async function reportStock(
  bank: Bank,
  supply: RentSupply,
  platform: Platform,
  signal: AbortSignal,
): Promise<void> {
  let fullListDueMs = 0;
  while (!signal.aborted) {
    const isWhole = bank.settings.nowMs() >= fullListDueMs;
    const moved = isWhole ? null : bank.moveStock();
    try {
      const forRent = supply.numbers.map((one) => ({ ...toWire(one), rent: true }));
      const sandbox = sandboxNumber(bank);
      const online = bank.listOnline().filter(({ number }) => number !== sandbox[0]?.number);
      const numbers = [...sandbox, ...online.map(toWire), ...forRent];
      if (isWhole) await say(platform, { action: "NUMBERS_ONLINE", numbers });
      else if (moved) await reportMoves(bank, platform, moved);
      if (isWhole) fullListDueMs = bank.settings.nowMs() + FULL_LIST_EVERY_MS;
      await rest(STOCK_MOVES_EVERY_MS, signal);
    } catch (error) {
      // What was not heard is told with the next whole list.
      fullListDueMs = 0;
      log.debug(
        { bank: bank.settings.profile.code, error: (error as Error).message },
        "stock not reported yet",
      );
      await rest(TRY_AGAIN_MS, signal);
    }
  }
}

async function reportMoves(
  bank: Bank,
  platform: Platform,
  moved: { appeared: number[]; vanished: number[] },
) {
  if (moved.appeared.length + moved.vanished.length === 0) return;
  const appeared = new Set(moved.appeared);
  const numbers = bank
    .listOnline()
    .filter(({ number }) => appeared.has(number) && number !== sandboxNumber(bank)[0]?.number)
    .map(toWire);
  await say(platform, { action: "NUMBERS_CHANGED", numbers, removed: moved.vanished });
}

function toWire({ number, offer }: { number: number; offer: Offer }) {
  return { number, country: offer.country.slug, operator: offer.operator, portId: `p${number % 64}` };
}

/** One number of the bank is for the site's self-test alone: always on line, never on sale. */
function sandboxNumber({ settings }: Bank) {
  const [offer] = settings.offers;
  const number = offer?.numbers[0];
  return offer && number ? [{ ...toWire({ number, offer }), services: [SANDBOX_SERVICE] }] : [];
}

async function checkWork(
  bank: Bank,
  supply: RentSupply,
  platform: Platform,
  signal: AbortSignal,
): Promise<void> {
  let acknowledged: number[] = [];
  while (!signal.aborted) {
    try {
      const work = (await say(
        platform,
        { action: "CHECK_WORK", acknowledged },
        "/api/partner/check-work",
      )) as Work;
      for (const lent of work.lent ?? []) bank.hearLent(lent);
      supply.lines.hear(work.rented ?? []);
      for (const { activationId, status } of work.finished ?? []) bank.finish(activationId, status);
      acknowledged = (work.finished ?? []).map(({ id }) => id);
      await rest(WORK_EVERY_MS / Math.min(5, bank.settings.speed), signal);
    } catch (error) {
      log.debug(
        { bank: bank.settings.profile.code, error: (error as Error).message },
        "work not checked yet",
      );
      await rest(TRY_AGAIN_MS, signal);
    }
  }
}

async function say(platform: Platform, body: Record<string, unknown>, path = "/api/partner/numbers") {
  const answer = await callPlatform(platform, path, body);
  if (answer.status !== "SUCCESS") throw new Error(String(answer.error));
  return answer;
}
