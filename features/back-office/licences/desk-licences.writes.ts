import { type AuditDetails, actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import type { LicenceProductEvent } from "#features/licences/licences.rules.ts";
import {
  addProduct,
  addVersion,
  editProduct,
  type NewVersion,
  type ProductTerms,
  stepProduct,
  withdrawVersion,
} from "#features/licences/products/products.writes.ts";
import { revokeLicence } from "#features/licences/revocation/revocation.writes.ts";
import { rotateSigningKey } from "#features/licences/signing/signing-keys.writes.ts";
import type { Db } from "#lib/db/pool.ts";

type Made = Answered<{ id: number }>;
const subjectOf = (id: number) => `licence-product:${id}`;
const factsOf = ({ name, priceKopecks, termDays, deviceLimit }: ProductTerms): AuditDetails => ({
  ...{ name, priceKopecks, termDays, deviceLimit },
});

/** Writes a product of software. Throws LICENCE_CODE_TAKEN. */
export function addDeskProduct(db: Db, code: string, terms: ProductTerms, call: StaffCall): Promise<Made> {
  return actOnce(db, call, {
    action: "licence-product.add",
    input: [code, terms],
    work: (tx) => addProduct(tx, code, terms),
    recordOf: ({ id }) => ({ subject: subjectOf(id), details: { code, ...factsOf(terms) } }),
  });
}

/** Throws LICENCE_PRODUCT_NOT_FOUND. */
export function editDeskProduct(db: Db, id: number, terms: ProductTerms, call: StaffCall): Promise<Made> {
  return actOnce(db, call, {
    action: "licence-product.edit",
    input: [id, terms],
    work: async (tx) => {
      await editProduct(tx, id, terms);
      return { id };
    },
    recordOf: () => ({ subject: subjectOf(id), details: factsOf(terms) }),
  });
}

/** Throws LICENCE_PRODUCT_NOT_FOUND, LICENCE_PRODUCT_STATE_REFUSED. */
export function stepDeskProduct(
  db: Db,
  id: number,
  step: LicenceProductEvent,
  call: StaffCall,
): Promise<Made> {
  return actOnce(db, call, {
    action: step === "stop" ? "licence-product.stop" : "licence-product.put-on-sale",
    input: [id],
    work: async (tx) => {
      await stepProduct(tx, id, step);
      return { id };
    },
    recordOf: () => ({ subject: subjectOf(id), details: {} }),
  });
}

/** Throws LICENCE_PRODUCT_NOT_FOUND, LICENCE_VERSION_TAKEN. */
export function addDeskVersion(db: Db, id: number, version: NewVersion, call: StaffCall): Promise<Made> {
  return actOnce(db, call, {
    action: "licence-product.publish",
    input: [id, version],
    work: (tx) => addVersion(tx, id, version),
    recordOf: () => ({
      subject: subjectOf(id),
      details: { version: version.version, sha256: version.sha256 },
    }),
  });
}

/** Throws LICENCE_VERSION_NOT_FOUND. */
export function withdrawDeskVersion(db: Db, id: number, versionId: number, call: StaffCall): Promise<Made> {
  return actOnce(db, call, {
    action: "licence-product.withdraw",
    input: [id, versionId],
    work: async (tx) => {
      await withdrawVersion(tx, id, versionId);
      return { id: versionId };
    },
    recordOf: () => ({ subject: subjectOf(id), details: { versionId } }),
  });
}

/** Lets another key sign licences, and removes the private part of the old one. */
export function rotateDeskSigningKey(
  db: Db,
  isStolen: boolean,
  call: StaffCall,
): Promise<Answered<{ kid: string }>> {
  return actOnce(db, call, {
    action: "licence-key.rotate",
    input: [isStolen],
    work: (tx) => rotateSigningKey(tx, { isStolen }),
    recordOf: ({ kid }) => ({ subject: `licence-key:${kid}`, details: { isStolen } }),
  });
}

/** Revokes a licence for good; its owner reads the reason. Throws LICENCE_NOT_FOUND, LICENCE_REVOKED. */
export function revokeDeskLicence(db: Db, licenceId: number, call: StaffCall): Promise<Made> {
  const { staff, reason } = call;
  return actOnce(db, call, {
    action: "licence.revoke",
    input: [licenceId],
    work: async (tx) => {
      const { userId } = await revokeLicence(tx, { licenceId, staffId: staff.staffId, reason });
      return { id: licenceId, userId };
    },
    recordOf: ({ userId }) => ({ subject: `licence:${licenceId}`, details: { userId } }),
  });
}
