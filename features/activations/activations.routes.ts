import { randomUUID } from "node:crypto";
import {
  type ActivationPort,
  type ActivationStep,
  liveActivations,
} from "#features/activations/activation-port.writes.ts";
import {
  type ActivationView,
  askMoreCodesEndpoint,
  buyActivationEndpoint,
  cancelActivationEndpoint,
  finishActivationEndpoint,
  getActivationEndpoint,
  getNumberEndpoint,
  listActivationsEndpoint,
  reportActivationEndpoint,
} from "#features/activations/activations.contract.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import type { routingChoices } from "#features/activations/purchase/purchase.rules.ts";
import type { Bought } from "#features/activations/purchase/purchase.writes.ts";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { type Caller, type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

type BuyCall = Caller & {
  params: { countryExternalId: number; serviceExternalId: string };
  query: { maxPrice?: Kopecks | undefined; operator: string; routing: (typeof routingChoices)[number] };
};
type StepCall = Caller & { params: { id: number } };

function accessNumber({ id, number }: Bought): string {
  return `ACCESS_NUMBER:${id}:${number}`;
}

/** The site's endpoints of orders over a port. */
export function makeActivationRoutes(port: ActivationPort): Route[] {
  const buy = async (call: BuyCall, idempotencyKey: string): Promise<Bought> => {
    const { params, query } = call;
    const service = await findServiceByCode(call.db, params.serviceExternalId);
    if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
    const { operator, maxPrice = null, routing } = query;
    const asked = { serviceId: service.id, countryId: params.countryExternalId, operator };
    const isCheapest = routing === "cheapest";
    return port.buy(call, { ...asked, maxPriceKopecks: maxPrice, isCheapest, idempotencyKey });
  };
  const getView = async (caller: Caller, id: number): Promise<ActivationView> => {
    const view = await port.find(caller, id);
    if (!view) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
    return view;
  };
  /** The steps of an order differ in their verb only: do it, answer the order as it is now. */
  const stepHandler =
    (step: ActivationStep) =>
    async (call: StepCall): Promise<ActivationView> => {
      await port.act(call, call.params.id, step);
      return getView(call, call.params.id);
    };
  return [
    route(getNumberEndpoint, async (context) => {
      const bought = await buy(context, context.idempotencyKey ?? `auto:${randomUUID()}`);
      return new Response(accessNumber(bought), {
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "no-store",
          ...replayHeader(bought.replayed),
        },
      });
    }),
    route(buyActivationEndpoint, async (context) => {
      const bought = await buy(context, context.idempotencyKey);
      const activation = await getView(context, bought.id);
      return reply({ result: accessNumber(bought), activation }, { headers: replayHeader(bought.replayed) });
    }),
    route(listActivationsEndpoint, async (context) => ({ activations: await port.listActive(context) })),
    route(getActivationEndpoint, (context) => getView(context, context.params.id)),
    route(cancelActivationEndpoint, stepHandler("cancel")),
    route(reportActivationEndpoint, stepHandler("report")),
    route(finishActivationEndpoint, stepHandler("finish")),
    route(askMoreCodesEndpoint, stepHandler("ask_more")),
  ];
}

export const activationRoutes = makeActivationRoutes(liveActivations);
