import { stateTable } from "#lib/state-table.ts";

export const earningStates = ["pending", "available", "reversed", "taken_back"] as const;
export type EarningState = (typeof earningStates)[number];

/** `refund`: the order was refunded. */
export const earningEvents = ["pay", "refund"] as const;
type EarningEvent = (typeof earningEvents)[number];

/** The state table of a share: what was refunded before its time never becomes the partner's, what was refunded later is owed. */
export const { nextState, statesBefore } = stateTable<EarningState, EarningEvent>(earningStates, {
  pending: { pay: "available", refund: "reversed" },
  available: { refund: "taken_back" },
  reversed: {},
  taken_back: {},
});

type OrderKind = "activation" | "rental" | "extension";

export type EarningOrder = {
  readonly orderKind: OrderKind;
  /** The activation, or the rental that is meant or extended. */
  readonly orderId: number;
  readonly extensionId: number | null;
};

/** What a share's reference in the ledger is about. Throws on one that no order makes. */
export function orderOfShare(reference: string): EarningOrder {
  const [, kind, id, extension] =
    /^(activation|rental):(\d+)(?::extension:(\d+))?:share$/.exec(reference) ?? [];
  if (!kind || !id || (extension && kind !== "rental"))
    throw new Error(`the share ${reference} belongs to no order`);
  const extensionId = extension ? Number(extension) : null;
  return {
    orderKind: extensionId === null ? (kind as "activation" | "rental") : "extension",
    orderId: Number(id),
    extensionId,
  };
}

/** The order that a reference of the ledger begins with (`activation:17:share:back:500`), or null. */
export function orderOfReference(reference: string): Pick<EarningOrder, "orderKind" | "orderId"> | null {
  const [, kind, id, extension] = /^(activation|rental):(\d{1,15})(:extension:)?/.exec(reference) ?? [];
  if (!kind || !id) return null;
  return { orderKind: extension ? "extension" : (kind as "activation" | "rental"), orderId: Number(id) };
}

/** The activation that a refund's reference in the ledger names. Throws on one that names none. */
export function activationOfRefund(reference: string): number {
  const [, id] = /^activation:(\d+):refund$/.exec(reference) ?? [];
  if (!id) throw new Error(`the refund ${reference} belongs to no order`);
  return Number(id);
}

/** The reference of a share in the ledger, as the capture wrote it. */
export function shareReference({ orderKind, orderId, extensionId }: EarningOrder): string {
  if (orderKind === "extension") return `rental:${orderId}:extension:${extensionId}:share`;
  return `${orderKind}:${orderId}:share`;
}
