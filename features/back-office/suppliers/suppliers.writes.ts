import type { z } from "zod";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { once } from "#features/back-office/requests.writes.ts";
import type {
  CostRemovalInput,
  CostsInput,
  KeyRotationInput,
  NewSupplierInput,
  SupplierTermsInput,
} from "#features/back-office/suppliers/suppliers.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { findPartnerAccount } from "#features/identity/roles/account-roles.reads.ts";
import { checkSupplierAddress } from "#features/supply/operation/agent-address.gateway.ts";
import {
  addSupplier,
  changeTerms,
  endSupplier,
  type HeldSupplier,
  holdSupplier,
  type SupplierTerms,
  setPaused,
} from "#features/supply/operation/operate-suppliers.writes.ts";
import {
  findOperatedSupplier,
  type OperatedSupplierDetails,
} from "#features/supply/operation/operated-suppliers.reads.ts";
import { findCountryId, readCosts } from "#features/supply/operation/supplier-costs.rules.ts";
import { removeCost, setCosts } from "#features/supply/operation/supplier-costs.writes.ts";
import { rotateKey } from "#features/supply/operation/supplier-keys.writes.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { makeSupplierKey, type SupplierKind } from "#features/supply/operation.rules.ts";
import { requireSelfTest } from "#features/supply/self-test/self-tests.writes.ts";
import { listSupplierOwners } from "#features/supply/supplier-owners.reads.ts";
import { ROUBLE_RATE_KOPECKS } from "#features/supply/upstream-money.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Who does it, under which idempotency key, and why. */
export type SupplierCall = {
  readonly staff: Staff;
  readonly idempotencyKey: string;
  readonly reason: string;
};

type Details = Readonly<Record<string, string | number | boolean | null>>;
type Act = {
  readonly verb: string;
  readonly code: string;
  readonly input: readonly unknown[];
  readonly details: Details;
};

/** A step of the staff with its audit entry, once per idempotency key. Returns whether it had been done before. */
async function act(
  db: Db,
  { staff, idempotencyKey, reason }: SupplierCall,
  { verb, code, input, details }: Act,
  work: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  const action = `supplier.${verb}`;
  return withTransaction(db, async (tx) => {
    const call = { actorId: staff.staffId, key: idempotencyKey, input: [action, code, ...input, reason] };
    const { replayed } = await once(tx, call, async () => {
      await work(tx);
      await recordAction(tx, {
        ...{ actorId: staff.staffId, action, subject: `supplier:${code}`, ip: staff.ip },
        details: { ...details, reason },
      });
      return { code };
    });
    return replayed;
  });
}

/** Nobody of the staff decides what they sell or earn themselves. Throws OWN_ACCOUNT. */
function refuseOwner(ownerUserId: number | null | undefined, { staff }: SupplierCall): void {
  if (ownerUserId === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
}

/** Locks a supplier that is not the caller's own. Throws as `holdSupplier`, and OWN_ACCOUNT. */
async function holdOthers(tx: Tx, code: string, call: SupplierCall): Promise<HeldSupplier> {
  const held = await holdSupplier(tx, code);
  refuseOwner((await listSupplierOwners(tx, [held.id])).get(held.id), call);
  return held;
}

/**
 * Takes a supplier on. Returns its key, null when the call is a repeat: a key is shown once. Throws SUPPLIER_EXISTS, SUPPLIER_KEY_TAKEN,
 * SUPPLIER_ADDRESS_REFUSED, SUPPLIER_HAS_NO_ADDRESS, SUPPLIER_SHOP_TERMS, SUPPLIER_WORDS_UNKNOWN, OWN_ACCOUNT, IDEMPOTENCY_MISMATCH.
 */
export async function takeSupplierOn(
  db: Db,
  input: NewSupplierInput,
  call: SupplierCall,
): Promise<string | null> {
  const { code, kind, key: _, ...given } = input;
  const key = keyFor(kind, input.key);
  const terms = await readTerms(db, kind, given, untold);
  refuseOwner(terms.ownerUserId, call);
  const facts = { kind, ...factsOf(terms) };
  const replayed = await act(
    db,
    call,
    { verb: "add", code, input: [facts, fingerprint(input.key)], details: facts },
    (tx) => addSupplier(tx, { ...terms, code, kind, key, isPaused: false }),
  );
  return replayed ? null : key;
}

/** Changes what may be changed of a supplier. Throws SUPPLIER_NOT_FOUND, SUPPLIER_ENDED and what `takeSupplierOn` says of terms. */
export async function editSupplier(
  db: Db,
  code: string,
  input: SupplierTermsInput,
  call: SupplierCall,
): Promise<void> {
  const known = await findOperatedSupplier(db, code);
  if (!known) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
  const terms = await readTerms(db, known.kind, input, known);
  refuseOwner(terms.ownerUserId, call);
  const facts = factsOf(terms);
  await act(db, call, { verb: "edit", code, input: [facts], details: facts }, async (tx) =>
    changeTerms(tx, await holdOthers(tx, code, call), terms),
  );
}

/**
 * Stops a supplier's sale, goes on with it, or ends it for good. A partner's goes on with a passed self-test alone; the house's own on the
 * word of the staff as well, and the audit says which it was. Throws SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, OWN_ACCOUNT, SELF_TEST_NEEDED.
 */
export async function stepSupplier(
  db: Db,
  code: string,
  step: "pause" | "resume" | "end",
  call: SupplierCall,
): Promise<void> {
  const details: Record<string, boolean> = {};
  const steps = {
    pause: (tx: Tx, held: HeldSupplier) => setPaused(tx, held, true),
    resume: async (tx: Tx, held: HeldSupplier) => {
      details.selfTestPassed = await requireSelfTest(tx, held.id);
      await setPaused(tx, held, false);
    },
    end: endSupplier,
  };
  await act(db, call, { verb: step, code, input: [], details }, async (tx) =>
    steps[step](tx, await holdOthers(tx, code, call)),
  );
}

/**
 * Replaces a supplier's key. Returns the new one, null when the call is a repeat. Throws SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, OWN_ACCOUNT,
 * SUPPLIER_KEY_TAKEN, SUPPLIER_OVERLAP_SHORT, SUPPLIER_SHOP_TERMS.
 */
export async function rotateSupplierKey(
  db: Db,
  code: string,
  input: Omit<z.output<typeof KeyRotationInput>, "reason">,
  call: SupplierCall,
): Promise<string | null> {
  const { overlapHours, callsAfterHours } = input;
  const known = await findOperatedSupplier(db, code);
  if (!known) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
  const key = keyFor(known.kind, input.key);
  const details = { overlapHours, callsAfterHours };
  const hashed = [details, fingerprint(input.key)];
  const replayed = await act(db, call, { verb: "rotate-key", code, input: hashed, details }, async (tx) => {
    const { id } = await holdOthers(tx, code, call);
    await rotateKey(tx, { supplierId: id, key, ...details });
  });
  return replayed ? null : key;
}

/** Sets what a supplier is paid, from a list of lines. Throws SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, OWN_ACCOUNT, SUPPLIER_COSTS_WRONG. */
export async function setSupplierCosts(
  db: Db,
  code: string,
  { kind, percent, text }: Omit<z.output<typeof CostsInput>, "reason">,
  call: SupplierCall,
): Promise<void> {
  const { costs, problems } = readCosts(text, { kind, percent, catalogue: await readCatalogue(db) });
  const [first] = problems;
  if (first) {
    const details = { line: first.line, text: first.text, lines: problems.slice(0, 100) };
    throw new AppError(operationErrors.SUPPLIER_COSTS_WRONG, { details });
  }
  const amounts = costs.map(({ costKopecks }) => costKopecks);
  const details = {
    ...{ kind, percent, lines: costs.length },
    ...{ lowestKopecks: Math.min(...amounts), highestKopecks: Math.max(...amounts) },
  };
  await act(db, call, { verb: "set-costs", code, input: [kind, costs], details }, async (tx) =>
    setCosts(tx, await holdOthers(tx, code, call), kind, costs),
  );
}

/**
 * Removes one cost of a supplier. Throws SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, OWN_ACCOUNT, SUPPLIER_COST_NOT_FOUND, SUPPLIER_WORDS_UNKNOWN
 * (of a country or service that nobody knows).
 */
export async function removeSupplierCost(
  db: Db,
  code: string,
  { kind, country, service }: Omit<z.output<typeof CostRemovalInput>, "reason">,
  call: SupplierCall,
): Promise<void> {
  const { allowedCountryIds, allowedServiceIds } = allowed(
    await readCatalogue(db),
    [country],
    service === null ? [] : [service],
  );
  const [countryId = -1] = allowedCountryIds;
  const [serviceId = null] = allowedServiceIds;
  const details = { kind, countryId, serviceId };
  await act(db, call, { verb: "remove-cost", code, input: [details], details }, async (tx) =>
    removeCost(tx, await holdOthers(tx, code, call), { kind, countryId, serviceId }),
  );
}

type KeptTerms = Pick<
  OperatedSupplierDetails,
  "ownerUserId" | "wordTable" | "costFloorKopecks" | "costCeilingKopecks"
>;
const untold: KeptTerms = {
  ownerUserId: null,
  wordTable: null,
  costFloorKopecks: null,
  costCeilingKopecks: null,
};

/** The terms of a call; `known` has what stays when the call leaves it out. */
async function readTerms(
  db: Db,
  kind: SupplierKind,
  input: SupplierTermsInput,
  known: KeptTerms,
): Promise<SupplierTerms> {
  const { countries, services, operators, defaultCostKopecks, owner, ...rest } = input;
  const catalogue = await readCatalogue(db);
  return {
    ...rest,
    ...readLimits(input, known),
    wordTable: input.wordTable === undefined ? known.wordTable : input.wordTable,
    ownerUserId: owner === undefined ? known.ownerUserId : await readOwner(db, owner, known),
    baseUrl: await checkSupplierAddress(kind, input.baseUrl, env.SUPPLIERS_MAY_BE_PRIVATE),
    defaultCostKopecks: defaultCostKopecks === null ? null : kopecks(defaultCostKopecks),
    ...shopTerms(kind, input),
    ...allowed(catalogue, countries, services),
    allowedOperators: sorted(operators),
  };
}

function readLimits(input: SupplierTermsInput, known: KeptTerms) {
  const floor = input.costFloorKopecks === undefined ? known.costFloorKopecks : input.costFloorKopecks;
  const ceiling =
    input.costCeilingKopecks === undefined ? known.costCeilingKopecks : input.costCeilingKopecks;
  if (floor !== null && ceiling !== null && floor > ceiling) {
    throw new AppError(operationErrors.SUPPLIER_LIMITS_CROSSED);
  }
  return {
    costFloorKopecks: floor === null ? null : kopecks(floor),
    costCeilingKopecks: ceiling === null ? null : kopecks(ceiling),
  };
}

/** The owner stays without being a partner any more; a new one must be one. Throws SUPPLIER_OWNER_UNKNOWN. */
async function readOwner(db: Db, owner: string | null, known: KeptTerms): Promise<UserId | null> {
  if (owner === null) return null;
  const found = await findPartnerAccount(db, owner, known.ownerUserId);
  if (found) return found;
  throw new AppError(operationErrors.SUPPLIER_OWNER_UNKNOWN);
}

/** The key of a supplier: given, or made here unless it is a shop's, which makes those of its customers. */
function keyFor(kind: SupplierKind, given: string | undefined): string {
  if (kind === "upstream" && given === undefined) throw new AppError(operationErrors.SUPPLIER_SHOP_TERMS);
  return given ?? makeSupplierKey();
}

function shopTerms(kind: SupplierKind, { currency, rateKopecks, balanceMinCents }: SupplierTermsInput) {
  const isShop = kind === "upstream";
  const rate = currency === "RUB" ? ROUBLE_RATE_KOPECKS : rateKopecks;
  const isWhole = isShop
    ? currency !== null && rate !== null && (rateKopecks ?? rate) === rate
    : currency === null && rateKopecks === null && balanceMinCents === null;
  if (!isWhole) throw new AppError(operationErrors.SUPPLIER_SHOP_TERMS);
  return { currency, rateKopecks: rate, balanceMinCents };
}

function allowed(catalogue: Catalogue, countries: readonly string[], services: readonly string[]) {
  const countryIds = countries.map((word) => findCountryId(catalogue, word));
  const serviceIds = services.map((word) => catalogue.serviceByCode.get(word)?.id);
  const unknown = [
    ...countries.filter((_, at) => countryIds[at] === undefined),
    ...services.filter((_, at) => serviceIds[at] === undefined),
  ];
  if (unknown.length > 0) {
    const details = { words: unknown.slice(0, 20).join(", ") };
    throw new AppError(operationErrors.SUPPLIER_WORDS_UNKNOWN, { details });
  }
  return {
    allowedCountryIds: sorted(countryIds as number[]),
    allowedServiceIds: sorted(serviceIds as number[]),
  };
}

function sorted<Item extends string | number>(items: readonly Item[]): Item[] {
  return [...new Set(items)].toSorted((one, other) => (one < other ? -1 : 1));
}

/** What the audit keeps of terms. */
function factsOf(terms: SupplierTerms): Details {
  const { allowedCountryIds, allowedServiceIds, allowedOperators, ...rest } = terms;
  return {
    ...rest,
    countryIds: allowedCountryIds.join(),
    serviceIds: allowedServiceIds.join(),
    operators: allowedOperators.join(),
  };
}

/** Stands for a given key where it must not be guessed from. */
function fingerprint(key: string | undefined): string | null {
  return key === undefined ? null : keyedHash("supplier key of a call", key).toString("base64url");
}
