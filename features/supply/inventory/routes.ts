import { readCatalogue } from "#features/catalogue/reads.ts";
import type { Catalogue } from "#features/catalogue/rules.ts";
import {
  CheckWork,
  checkWork,
  type OnlineNumberCall,
  ReportNumbers,
  reportNumbers,
} from "#features/supply/contract.ts";
import { PartnerRefusal } from "#features/supply/errors.ts";
import { listOwedFinishes } from "#features/supply/finishes/reads.ts";
import { acknowledgeFinishes } from "#features/supply/finishes/writes.ts";
import { type LentNumber, type LentReader, listMissingNumbers } from "#features/supply/inventory/reads.ts";
import {
  noteOwnContact,
  type OwnNumber,
  reportNumbers as writeNumbers,
} from "#features/supply/inventory/writes.ts";
import { answerPartner, readPartnerCall } from "#features/supply/partner-calls/gateway.ts";
import type { CallingSupplier } from "#features/supply/reads.ts";
import { type Dialect, phoneProblem } from "#features/supply/rules.ts";
import { type Route, route } from "#lib/api/route.ts";

const numbersShape = {
  schema: ReportNumbers,
  actions: ["NUMBERS_ONLINE", "NUMBERS_CHANGED"],
  limits: { packedBytes: 2 << 20, unpackedBytes: 8 << 20 },
};
const workShape = {
  schema: CheckWork,
  actions: ["CHECK_WORK"],
  limits: { packedBytes: 65_536, unpackedBytes: 262_144 },
};
const WORK_ITEMS = 5_000;

/** The inventory mode: for partners whose server cannot be reached from outside. */
export function makeInventoryRoutes(listLent: LentReader): Route[] {
  return [
    route(reportNumbers, ({ db, request, requestId }) =>
      answerPartner(requestId, async () => {
        const { supplier, body } = await readPartnerCall(db, request, numbersShape);
        mustBeOwn(supplier);
        const { accepted, refused } = sortNumbers(await readCatalogue(db), supplier.dialect, body.numbers);
        const removed =
          body.action === "NUMBERS_CHANGED"
            ? body.removed
            : await listMissingNumbers(
                db,
                supplier.id,
                accepted.map(({ number }) => number),
              );
        const { taken, ...inventory } = await writeNumbers(db, supplier.id, accepted, removed);
        await noteOwnContact(db, supplier);
        return {
          ...inventory,
          refused: [...refused, ...taken.map((number) => ({ number, error: "NUMBER_TAKEN" }))],
        };
      }),
    ),
    route(checkWork, ({ db, request, requestId }) =>
      answerPartner(requestId, async () => {
        const { supplier, body } = await readPartnerCall(db, request, workShape);
        mustBeOwn(supplier);
        await acknowledgeFinishes(db, supplier.id, body.acknowledged);
        await noteOwnContact(db, supplier);
        const [lent, finished] = await Promise.all([
          listLent(db, supplier.id, WORK_ITEMS),
          listOwedFinishes(db, supplier.id, WORK_ITEMS),
        ]);
        return { lent: toWire(await readCatalogue(db), lent), finished };
      }),
    ),
  ];
}

function mustBeOwn(supplier: CallingSupplier): void {
  if (!supplier.enabled) throw new PartnerRefusal("ACCOUNT_BLOCKED");
  if (supplier.kind !== "own") throw new PartnerRefusal("API_ACCESS_DISABLED");
}

type RefusedNumber = {
  number: number;
  error: "COUNTRY_UNKNOWN" | "SERVICE_UNKNOWN" | "NUMBER_WRONG_COUNTRY";
};

function sortNumbers(catalogue: Catalogue, dialect: Dialect, numbers: readonly OnlineNumberCall[]) {
  const accepted: OwnNumber[] = [];
  const refused: RefusedNumber[] = [];
  for (const { number, country: slug, operator, services, portId } of numbers) {
    const country = catalogue.countryById.get(
      dialect.countries?.[slug] ?? catalogue.countryBySlug.get(slug)?.id ?? -1,
    );
    const serviceIds = services?.map(
      (code) => catalogue.serviceByCode.get(dialect.services?.[code] ?? code)?.id,
    );
    if (!country) refused.push({ number, error: "COUNTRY_UNKNOWN" });
    else if (phoneProblem(number, country)) refused.push({ number, error: "NUMBER_WRONG_COUNTRY" });
    else if (serviceIds?.includes(undefined)) refused.push({ number, error: "SERVICE_UNKNOWN" });
    else {
      const token = (dialect.operators?.[operator] ?? operator).toLowerCase().replaceAll("-", "_");
      const wanted = serviceIds ? (serviceIds as number[]) : null;
      accepted.push({
        number,
        countryId: country.id,
        operator: token,
        portId: portId ?? null,
        serviceIds: wanted,
      });
    }
  }
  return { accepted, refused };
}

function toWire(catalogue: Catalogue, lent: readonly LentNumber[]) {
  return lent.map(({ reference, number, serviceId, countryId }) => ({
    activationId: reference,
    number,
    service: catalogue.serviceById.get(serviceId)?.code ?? "",
    country: catalogue.countryById.get(countryId)?.slug ?? "",
  }));
}
