import { z } from "zod";
import { NumberView, numberView, sayNumber } from "#features/assistants/tools/numbers.view.ts";
import {
  adds,
  countryId,
  cursor,
  defineTool,
  idempotencyKey,
  limit,
  maxPriceKopecks,
  nextCursor,
  orderId,
  readsSms,
  spends,
  type Tool,
  type ToolHints,
  waitForNews,
  waitSeconds,
} from "#features/assistants/tools/tool.contract.ts";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import {
  type RestActivation,
  restBuyActivation,
  restCancelActivation,
  restFinishActivation,
  restGetActivation,
  restListActivations,
  restReportActivation,
  restRetryActivation,
} from "#features/rest-api/activations/activations.contract.ts";
import { isNews } from "#features/rest-api/activations/activations.rules.ts";

const id = orderId.describe("Id of the order");

function told(order: RestActivation, next = "") {
  const data = numberView(order);
  return { sentence: `${sayNumber(data)}${next}`, data };
}

const buyNumber = defineTool({
  name: "buy_number",
  title: "Buy a number",
  description:
    "Buys one number for the SMS of one service, never above maxPriceKopecks. The price is held now, taken with the first SMS, and given " +
    "back if none comes. Keep idempotencyKey: when the answer is lost, call again with the same key and the same arguments, and the " +
    "same order is answered. Then call wait_for_code.",
  endpoints: [restBuyActivation],
  hints: spends,
  input: z.strictObject({
    service: ServiceCode.describe("Code of a service (search_services)"),
    country: countryId.describe("Id of a country (search_countries)"),
    operator: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/)
      .default("any")
      .describe("An operator of the country, or any"),
    maxPriceKopecks: maxPriceKopecks.describe(
      "The most that it may cost, in kopecks (find_offers tells prices)",
    ),
    idempotencyKey,
  }),
  output: NumberView,
  run: async ({ idempotencyKey: key, ...body }, { ask }) =>
    told(await ask(restBuyActivation, { body, idempotencyKey: key }), " Call wait_for_code next."),
});

const waitForCode = defineTool({
  name: "wait_for_code",
  title: "Wait for the code",
  description:
    "Answers as soon as the SMS has come, or when the time is over. Call it again while the order still waits, or cancel_number. After " +
    "request_another_code it waits for the next one.",
  endpoints: [restGetActivation],
  hints: readsSms,
  input: z.strictObject({ id, seconds: waitSeconds }),
  output: NumberView,
  run: async ({ id: order, seconds }, context) => {
    const found = await waitForNews(
      context,
      seconds,
      (wait) => context.ask(restGetActivation, { params: { id: order }, query: { wait } }),
      (read) => isNews(read, null),
    );
    return told(found, isNews(found, null) ? "" : " Nothing has come yet: call wait_for_code again.");
  },
});

const getNumber = defineTool({
  name: "get_number",
  title: "One order",
  description: "An order with its SMS, as it is now.",
  endpoints: [restGetActivation],
  hints: readsSms,
  input: z.strictObject({ id }),
  output: NumberView,
  run: async (params, { ask }) => told(await ask(restGetActivation, { params })),
});

const listNumbers = defineTool({
  name: "list_numbers",
  title: "Orders",
  description: "Orders of this key's account, newest first: open ones, those that have ended, or all.",
  endpoints: [restListActivations],
  hints: readsSms,
  input: z.strictObject({
    state: z.enum(["open", "closed"]).optional().describe("Left out: all"),
    service: ServiceCode.optional().describe("Code of a service"),
    limit,
    cursor,
  }),
  output: z.object({ numbers: z.array(NumberView), nextCursor }),
  run: async (query, { ask }) => {
    const page = await ask(restListActivations, { query });
    const numbers = page.data.map(numberView);
    return {
      sentence: numbers.length === 0 ? "No orders." : numbers.map(sayNumber).join("\n"),
      data: { numbers, nextCursor: page.nextCursor },
    };
  },
});

type Step = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  readonly endpoint: typeof restCancelActivation | typeof restFinishActivation;
  readonly next?: string;
};

/** A step of one order: its state table lets it be taken once, so that a repeated call changes nothing. */
function stepTool({ endpoint, next, ...tool }: Step): Tool {
  return defineTool({
    ...tool,
    endpoints: [endpoint],
    input: z.strictObject({ id }),
    output: NumberView,
    run: async (params, { ask }) =>
      told(await ask(endpoint, { params, idempotencyKey: crypto.randomUUID() }), next),
  });
}

export const numberTools = [
  buyNumber,
  waitForCode,
  getNumber,
  listNumbers,
  stepTool({
    name: "request_another_code",
    title: "Wait for one more code",
    description:
      "Asks for one more SMS on the same number, free of charge until the order expires. Then call wait_for_code.",
    hints: adds,
    endpoint: restRetryActivation,
    next: " Call wait_for_code next.",
  }),
  stepTool({
    name: "cancel_number",
    title: "Cancel an order",
    description:
      "Ends an order without an SMS and gives the whole price back. After the first SMS use finish_number.",
    hints: spends,
    endpoint: restCancelActivation,
  }),
  stepTool({
    name: "report_number",
    title: "Report a number as blocked",
    description:
      "The service refuses the number or knows it already: ends the order and gives the whole price back, while no SMS has come.",
    hints: spends,
    endpoint: restReportActivation,
  }),
  stepTool({
    name: "finish_number",
    title: "Finish an order",
    description: "Ends an order that has its code. Without it the order ends by itself.",
    hints: spends,
    endpoint: restFinishActivation,
  }),
] as const;
