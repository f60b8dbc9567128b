import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { answerPartner, readPartnerCall } from "#features/supply/authenticate-partner.gate.ts";
import { recordUnknownWords } from "#features/supply/dialects/unknown-words.writes.ts";
import { listOwedFinishes } from "#features/supply/finishes/finishes.reads.ts";
import { acknowledgeFinishes } from "#features/supply/finishes/finishes.writes.ts";
import {
  type LentNumber,
  type LentReader,
  listMissingNumbers,
} from "#features/supply/inventory/inventory.reads.ts";
import {
  type Inventory,
  recordOwnContact,
  reportNumbers as writeNumbers,
} from "#features/supply/inventory/inventory.writes.ts";
import { type AcceptedNumber, sortNumbers } from "#features/supply/inventory/reported-numbers.rules.ts";
import type { RentedNumber, RentedReader } from "#features/supply/rent/rent.reads.ts";
import { reportRentNumbers } from "#features/supply/rent/rent.writes.ts";
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
      answerPartner(requestId, async () => {
        const { supplier, body } = await readPartnerCall(db, request, numbersShape);
        mustBeOwn(supplier);
        const { accepted, refused, unknown } = sortNumbers(await readCatalogue(db), supplier, body.numbers);
        const inventory = await writeInventory(db, supplier.id, body, accepted);
        await recordOwnContact(db, supplier);
        await recordUnknownWords(db, supplier.id, unknown);
        const taken = inventory.taken.map((number) => ({ number, error: "NUMBER_TAKEN" }));
        return { ...inventory, taken: undefined, refused: [...refused, ...taken] };
      }),
    ),
    route(checkWork, ({ db, request, requestId }) =>
      answerPartner(requestId, async () => {
        const { supplier, body } = await readPartnerCall(db, request, workShape);
        mustBeOwn(supplier);
        await acknowledgeFinishes(db, supplier.id, body.acknowledged);
        await recordOwnContact(db, supplier);
        const [lent, rented, finished, catalogue] = await Promise.all([
          listLent(db, supplier.id, WORK_ITEMS),
          listRented(db, supplier.id, WORK_ITEMS),
          listOwedFinishes(db, supplier.id, WORK_ITEMS),
          readCatalogue(db),
        ]);
        return { lent: toWire(catalogue, lent), rented: toRentedWire(catalogue, rented), finished };
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
  const listed = accepted.map(({ number }) => number);
  const [forRent, single] = [accepted.filter(({ rent }) => rent), accepted.filter(({ rent }) => !rent)];
  const isWhole = body.action === "NUMBERS_ONLINE";
  const gone = isWhole
    ? await listMissingNumbers(db, supplierId, listed)
    : { single: body.removed, forRent: body.removed };
  const sold = await writeNumbers(db, supplierId, single, gone.single);
  const isAboutRent = forRent.length + gone.forRent.length > 0;
  const rented = isAboutRent ? await reportRentNumbers(db, supplierId, forRent, gone.forRent) : NOTHING;
  return {
    online: sold.online + rented.online,
    putOnSale: sold.putOnSale + rented.putOnSale,
    takenOff: sold.takenOff + rented.takenOff,
    taken: [...sold.taken, ...rented.taken],
  };
}

const NOTHING: Inventory = { online: 0, putOnSale: 0, takenOff: 0, taken: [] };

function mustBeOwn(supplier: CallingSupplier): void {
  if (!supplier.enabled) throw new PartnerRefusal("ACCOUNT_BLOCKED");
  if (supplier.kind !== "own") throw new PartnerRefusal("API_ACCESS_DISABLED");
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
