import type { ActivationView } from "#features/activations/activations.contract.ts";
import type { RestActivation, RestMessage } from "#features/rest-api/activations/activations.contract.ts";
import { revisionOf } from "#features/rest-api/activations/activations.rules.ts";
import { restCurrency } from "#features/rest-api/rest-api.rules.ts";

/** An order as REST v1 shows it. */
export function restActivation(order: ActivationView): RestActivation {
  return {
    id: order.id,
    state: order.state,
    service: { code: order.service.code, name: order.service.name },
    country: { id: order.country.id, iso2: order.country.iso2, name: order.country.name },
    operator: order.operator,
    number: order.number,
    priceKopecks: order.priceKopecks,
    currency: restCurrency,
    money: order.money,
    closeReason: order.closeReason,
    createdAt: order.requestedAt,
    expiresAt: order.expiresAt,
    closedAt: order.closedAt,
    expiresIn: order.secondsLeft,
    cancellableIn: order.cancellableInSeconds,
    wantsMore: order.wantsMore,
    revision: revisionOf(order),
    messages: order.messages.map((message) => restMessage({ ...message, activationId: order.id })),
  };
}

/** An SMS as REST v1 shows it. */
export function restMessage(message: RestMessage): RestMessage {
  const { id, activationId, sender, text, code, receivedAt, late } = message;
  return { id, activationId, sender, text, code, receivedAt, late };
}

/** An order without what its SMS say: how its answers are kept. */
export function withoutTexts(order: RestActivation): RestActivation {
  return withTexts(order, []);
}

/** A kept order with what its SMS say as far as it is still there; an SMS that is not among `messages` says nothing. */
export function withTexts(order: RestActivation, messages: ActivationView["messages"]): RestActivation {
  const said = new Map(messages.map((message) => [message.id, message]));
  return {
    ...order,
    messages: order.messages.map((message) => {
      const { sender, text, code } = said.get(message.id) ?? { sender: null, text: null, code: null };
      return { ...message, sender, text, code };
    }),
  };
}
