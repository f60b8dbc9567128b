import { z } from "zod";
import { priceText } from "#features/assistants/assistants.rules.ts";
import { RestAccountOrder } from "#features/rest-api/ready-accounts/ready-accounts.contract.ts";

/** An order of ready accounts as assistants see it. */
export const AccountOrderView = z.object({
  ...RestAccountOrder.pick({
    id: true,
    state: true,
    offerId: true,
    name: true,
    service: true,
    country: true,
    count: true,
    preparedCount: true,
    totalKopecks: true,
    currency: true,
    money: true,
    createdAt: true,
    warrantyUntil: true,
    openClaims: true,
  }).shape,
  total: z.string().describe("The price of all of them, to read"),
});
export type AccountOrderView = z.infer<typeof AccountOrderView>;

export function accountOrderView(order: RestAccountOrder): AccountOrderView {
  return AccountOrderView.parse({ ...order, total: priceText(order.totalKopecks) });
}

/**
 * `Order 700000017, 2 of Telegram, a year old (Telegram, Indonesia): delivered. 90.00 RUB.`; one that is being prepared says how far it
 * is: `held, 100 of 150 ready`.
 */
export function sayAccountOrder(order: AccountOrderView): string {
  const { id, count, preparedCount, name, service, country, total, warrantyUntil, openClaims } = order;
  const state = order.state === "held" ? `held, ${preparedCount} of ${count} ready` : order.state;
  const warranty = warrantyUntil === null ? "" : ` Warranty until ${warrantyUntil}.`;
  const claims = openClaims === 0 ? "" : ` Open claims: ${openClaims}.`;
  return `Order ${id}, ${count} of ${name} (${service.name}, ${country.name}): ${state}. ${total}.${warranty}${claims}`;
}
