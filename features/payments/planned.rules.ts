/** What is bought beside numbers, and what a buyer without the money for it comes back to. */
export type Planned =
  /** A licence of a software product, or another term of one. */
  | { readonly kind: "software"; readonly productId: number }
  /** So many ready accounts of an offer. */
  | { readonly kind: "accounts"; readonly offerId: number; readonly count: number };

/** How it stands in an address and with a payment. It holds ids alone: where somebody is led to is written by us. */
export const plannedPattern: RegExp = /^(?:software-[1-9]\d{0,14}|accounts-[1-9]\d{0,14}-[1-9]\d{0,5})$/;

/** `software-3`; of two accounts of offer 17 `accounts-17-2`. */
export function plannedText(planned: Planned): string {
  return planned.kind === "software"
    ? `software-${planned.productId}`
    : `accounts-${planned.offerId}-${planned.count}`;
}

/** What such a text names; null where it is none. */
export function readPlanned(text: string): Planned | null {
  if (!plannedPattern.test(text)) return null;
  const [kind, id, count] = text.split("-");
  return kind === "software"
    ? { kind, productId: Number(id) }
    : { kind: "accounts", offerId: Number(id), count: Number(count) };
}

/** Where somebody tops up who has too little money for it: a path without a language. */
export function topUpPath(planned: Planned | null): string {
  return planned ? `/profile/pay?planned=${plannedText(planned)}` : "/profile/pay";
}
