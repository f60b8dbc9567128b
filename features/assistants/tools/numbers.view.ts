import { z } from "zod";
import type { ActivationState } from "#features/activations/activations.rules.ts";
import { priceText } from "#features/assistants/assistants.rules.ts";
import { RestActivation, RestMessage } from "#features/rest-api/activations/activations.contract.ts";

/** An order as assistants see it: what they need to go on, and nothing else. */
export const NumberView = z.object({
  ...RestActivation.pick({
    id: true,
    state: true,
    service: true,
    country: true,
    operator: true,
    number: true,
    priceKopecks: true,
    currency: true,
    money: true,
    expiresAt: true,
    expiresIn: true,
    cancellableIn: true,
    wantsMore: true,
  }).shape,
  price: z.string().describe("The price to read"),
  code: z.string().nullable().describe("The newest code"),
  messages: z.array(
    z.object(RestMessage.pick({ sender: true, text: true, code: true, receivedAt: true, late: true }).shape),
  ),
});
export type NumberView = z.infer<typeof NumberView>;

export function numberView(order: RestActivation): NumberView {
  return NumberView.parse({
    ...order,
    price: priceText(order.priceKopecks),
    code: order.messages[0]?.code ?? null,
  });
}

const stateTexts: Readonly<Record<ActivationState, string>> = {
  requested: "a supplier is being asked for a number",
  unknown: "a supplier's answer got lost and is being cleared up",
  waiting: "waits for its SMS",
  received: "has its SMS",
  completed: "is finished",
  cancelled: "is cancelled",
  expired: "expired without an SMS",
  banned: "is reported as blocked",
  failed: "found no number",
};

const moneyTexts = { held: "held", captured: "paid", "given-back": "refunded" } as const;

/** `Order 635468, +628123456789 (Telegram, Indonesia) waits for its SMS, 1199 s left. 14.00 RUB held.` */
export function sayNumber(order: NumberView): string {
  const { id, number, service, country, state, expiresIn, price, money, code, wantsMore } = order;
  const called = number === null ? "" : `, +${number}`;
  const left = expiresIn > 0 ? `, ${expiresIn} s left` : "";
  const told = code === null ? "" : ` Newest code: ${code}.`;
  const more = wantsMore ? " One more code is awaited." : "";
  return `Order ${id}${called} (${service.name}, ${country.name}) ${stateTexts[state]}${left}. ${price} ${moneyTexts[money]}.${told}${more}`;
}
