import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { readPartnerCall } from "#features/supply/authenticate-partner.gate.ts";
import { recordUnknownWords } from "#features/supply/dialects/unknown-words.writes.ts";
import { listOwedReports } from "#features/supply/finish-reports/finish-reports.reads.ts";
import { acknowledgeReports } from "#features/supply/finish-reports/finish-reports.writes.ts";
import {
  findDueList,
  type LentNumber,
  type LentReader,
  listMissingNumbers,
} from "#features/supply/inventory/inventory.reads.ts";
import {
  type Inventory,
  recordFullList,
  recordOwnContact,
  reportNumbers as writeNumbers,
} from "#features/supply/inventory/inventory.writes.ts";
import { type AcceptedNumber, sortNumbers } from "#features/supply/inventory/reported-numbers.rules.ts";
import type { RentedNumber, RentedReader } from "#features/supply/rent/rent.reads.ts";
import { reportRentNumbers } from "#features/supply/rent/rent.writes.ts";
import {
  offerSandboxNumbers,
  type SandboxLent,
  sandboxWork,
} from "#features/supply/self-test/sandbox-numbers.writes.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";
import { answerWatched } from "#features/supply/self-test/watched-calls.writes.ts";
import {
  CheckWork,
  checkWork,
  ReportNumbers,
  type ReportNumbersCall,
  reportNumbers,
} from "#features/supply/supply.contract.ts";
import { PartnerRefusal } from "#features/supply/supply.errors.ts";
import type { CallingSupplier } from "#features/supply/supply.reads.ts";
import { type Route, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";

const numbersShape = {
  schema: ReportNumbers,
  actions: ["NUMBERS_ONLINE", "NUMBERS_CHANGED"],
  limits: { packedBytes: 2 << 20, unpackedBytes: 8 << 20 },
  maxValues: 1_000_000,
};
const workShape = {
  schema: CheckWork,
  actions: ["CHECK_WORK"],
  limits: { packedBytes: 65_536, unpackedBytes: 262_144 },
  maxValues: 6_000,
};
const WORK_ITEMS = 5_000;

/** What the inventory needs of those who lend its numbers on: both stand below supply. */
export type InventoryPorts = { readonly listLent: LentReader; readonly listRented: RentedReader };

/** The inventory mode: for partners whose server cannot be reached from outside. */
export function makeInventoryRoutes({ listLent, listRented }: InventoryPorts): Route[] {
  return [
    route(reportNumbers, ({ db, request, requestId }) =>
      answerWatched({ db, request, requestId }, async () => {
        const { supplier, body } = await readPartnerCall(db, request, numbersShape);
        mustBeOwn(supplier);
        const { accepted, sandbox, refused, unknown } = sortNumbers(
          await readCatalogue(db),
          supplier,
          body.numbers,
        );
        await offerSandboxNumbers(db, supplier, sandbox, accepted);
        // Of a paused supplier nothing is kept but what its self-test needs.
        const inventory = supplier.enabled
          ? await writeInventory(db, supplier.id, body, accepted)
          : { ...NOTHING };
        await recordOwnContact(db, supplier);
        await recordUnknownWords(db, supplier.id, unknown);
        const taken = inventory.taken.map((number) => ({ number, error: "NUMBER_TAKEN" }));
        return { ...inventory, taken: undefined, refused: [...refused, ...taken] };
      }),
    ),
    route(checkWork, ({ db, request, requestId }) =>
      answerWatched({ db, request, requestId }, async () => {
        const { supplier, body } = await readPartnerCall(db, request, workShape);
        mustBeOwn(supplier);
        await acknowledgeReports(db, supplier.id, body.acknowledged);
        await recordOwnContact(db, supplier);
        const [lent, rented, finished, sandbox, catalogue, due] = await Promise.all([
          listLent(db, supplier.id, WORK_ITEMS),
          listRented(db, supplier.id, WORK_ITEMS),
          listOwedReports(db, supplier.id, WORK_ITEMS),
          sandboxWork(db, supplier, body.acknowledged),
          readCatalogue(db),
          findDueList(db, supplier.id),
        ]);
        return {
          lent: [...toWire(catalogue, lent), ...toSandboxWire(catalogue, sandbox.lent)],
          rented: toRentedWire(catalogue, rented),
          finished: [...finished, ...sandbox.finished],
          // Of a paused supplier nothing would be kept.
          ...(due !== null && supplier.enabled ? { reportNumbers: true } : {}),
        };
      }),
    ),
  ];
}

/** Numbers for single SMS and numbers for rent are kept apart; a whole list says of both which are gone. */
async function writeInventory(
  db: Db,
  supplierId: number,
  body: ReportNumbersCall,
  accepted: readonly AcceptedNumber[],
): Promise<Inventory> {
  const due = await findDueList(db, supplierId);
  const listed = accepted.map(({ number }) => number);
  const [forRent, single] = [accepted.filter(({ rent }) => rent), accepted.filter(({ rent }) => !rent)];
  const isWhole = body.action === "NUMBERS_ONLINE";
  const gone = isWhole
    ? await listMissingNumbers(db, supplierId, listed)
    : { single: body.removed, forRent: body.removed };
  const sold = await writeNumbers(db, supplierId, single, gone.single);
  const isAboutRent = forRent.length + gone.forRent.length > 0;
  const rented = isAboutRent ? await reportRentNumbers(db, supplierId, forRent, gone.forRent) : NOTHING;
  if (isWhole) await recordFullList(db, supplierId, due);
  return {
    online: sold.online + rented.online,
    putOnSale: sold.putOnSale + rented.putOnSale,
    takenOff: sold.takenOff + rented.takenOff,
    taken: [...sold.taken, ...rented.taken],
  };
}

const NOTHING: Inventory = { online: 0, putOnSale: 0, takenOff: 0, taken: [] };

function mustBeOwn(supplier: CallingSupplier): void {
  if (!supplier.enabled && supplier.selfTestId === null) throw new PartnerRefusal("ACCOUNT_BLOCKED");
  if (supplier.kind !== "own") throw new PartnerRefusal("API_ACCESS_DISABLED");
}

function toSandboxWire(catalogue: Catalogue, lent: readonly SandboxLent[]) {
  return lent.map(({ activationId, number, countryId }) => ({
    ...{ activationId, number, service: SANDBOX_SERVICE },
    country: catalogue.countryById.get(countryId)?.slug ?? "",
  }));
}

function toWire(catalogue: Catalogue, lent: readonly LentNumber[]) {
  return lent.map(({ reference, number, serviceId, countryId }) => ({
    activationId: reference,
    number,
    service: catalogue.serviceById.get(serviceId)?.code ?? "",
    country: catalogue.countryById.get(countryId)?.slug ?? "",
  }));
}

function toRentedWire(catalogue: Catalogue, rented: readonly RentedNumber[]) {
  return rented.map(({ reference, number, serviceId, countryId, until }) => ({
    rentalId: reference,
    number,
    service: serviceId === null ? "full" : (catalogue.serviceById.get(serviceId)?.code ?? ""),
    country: catalogue.countryById.get(countryId)?.slug ?? "",
    until: until.toISOString(),
  }));
}
