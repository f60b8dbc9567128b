import { randomBytes } from "node:crypto";

/** `agent`: a server of the partner protocol that we call. `own`: stock that is told to us. `upstream`: another shop, whose customer we are. */
export const supplierKinds = ["agent", "own", "upstream"] as const;
export type SupplierKind = (typeof supplierKinds)[number];

export const supplierStates = ["active", "paused", "ended"] as const;
/** `paused`: nothing new is sold, running orders go on. `ended`: for good, its key is refused. */
export type OperationState = (typeof supplierStates)[number];

/** Where a supplier stands in its operator's hands; its health is another matter. */
export function operationState(supplier: { enabled: boolean; endedAt: Date | null }): OperationState {
  if (supplier.endedAt) return "ended";
  return supplier.enabled ? "active" : "paused";
}

export const operationLimits = {
  /** How long a replaced key may be used beside the new one. */
  overlapHoursMax: 30 * 24,
  openMax: 1_000_000,
  allowedWords: 500,
  costLines: 5_000,
  costText: 200_000,
  percentMax: 1_000,
} as const;

export const supplierCodePattern = /^[a-z0-9-]{2,40}$/;
/** A key that the agent's side has made: printable, without quotes and backslashes that JSON would escape. */
export const supplierKeyPattern = /^[\x21\x23-\x5b\x5d-\x7e]{16,200}$/;
export const operatorPattern = /^[a-z0-9_]{1,40}$/;

/** A new key of both directions: 40 letters and digits, 200 bits of chance. */
export function makeSupplierKey(): string {
  return `sup_${randomBytes(30).toString("base64url").replaceAll(/[-_]/g, "x").slice(0, 40)}`;
}

/** A full supplier sells again only when a tenth of its limit is free, so that it does not come and go with every order. */
const REOPENS_AT = 0.9;

/** Whether a supplier has as many open orders as it may have. */
export function fullness({ openMax, isFull }: { openMax: number; isFull: boolean }, open: number): boolean {
  return isFull ? open > Math.floor(openMax * REOPENS_AT) : open >= openMax;
}
