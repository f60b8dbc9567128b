const message = {
  id: 88_120,
  activationId: 635_468,
  sender: "Telegram",
  text: "Telegram code 04711",
  code: "04711",
  receivedAt: "2026-11-21T12:00:09.000Z",
  late: false,
} as const;

/** An order whose number has just been given. */
const waiting = {
  id: 635_468,
  state: "waiting",
  service: { code: "tg", name: "Telegram" },
  country: { id: 6, iso2: "ID", name: "Indonesia" },
  operator: "axis",
  number: "628123456789",
  priceKopecks: 1_400,
  currency: "RUB",
  money: "held",
  closeReason: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-21T12:20:00.000Z",
  closedAt: null,
  expiresIn: 1_199,
  cancellableIn: 0,
  wantsMore: false,
  revision: "635468.waiting.0",
  messages: [],
} as const;

/** The same order when its code has come. */
const received = {
  ...waiting,
  state: "received",
  money: "captured",
  expiresIn: 1_190,
  cancellableIn: null,
  revision: "635468.received.1",
  messages: [message],
} as const;

const over = { closedAt: "2026-11-21T12:01:00.000Z", expiresIn: 0, cancellableIn: null } as const;

const params = { id: String(waiting.id) };
const endedAs = (state: string, closeReason: string) => ({
  ...waiting,
  ...over,
  state,
  closeReason,
  money: "given-back",
  revision: `${waiting.id}.${state}.0`,
});

/** Calls with their answers, for the document. */
export const orderExamples = {
  buy: {
    telegram: {
      summary: "Telegram in Indonesia, for 15 roubles at most",
      body: { service: "tg", country: 6, maxPriceKopecks: 1_500 },
      answer: waiting,
    },
    operators: {
      summary: "Of one of two operators",
      body: { service: "tg", country: 6, operator: "axis,telkomsel" },
      answer: waiting,
    },
  },
  list: {
    newest: {
      summary: "The newest that got their code",
      query: { state: "received", limit: "20" },
      answer: { data: [received], nextCursor: null },
    },
    bulk: {
      summary: "Several at once, as soon as one has news",
      query: { ids: "635468,635469", wait: "25" },
      answer: { data: [received], nextCursor: null },
    },
  },
  get: {
    code: { summary: "The code has come", params, query: { wait: "25" }, answer: received },
    waiting: { summary: "Nothing has come yet", params, answer: waiting },
  },
  cancel: { cancelled: { params, answer: endedAs("cancelled", "cancelled") } },
  report: { reported: { params, answer: endedAs("banned", "number_banned") } },
  finish: {
    finished: {
      params,
      answer: {
        ...received,
        ...over,
        state: "completed",
        closeReason: "finished",
        revision: "635468.completed.1",
      },
    },
  },
  retry: {
    waiting: { params, answer: { ...received, wantsMore: true, revision: "635468.received.1.more" } },
  },
  messagesOf: { one: { params, answer: { data: [message], nextCursor: null } } },
  messages: {
    newest: { query: { limit: "50" }, answer: { data: [message], nextCursor: null } },
  },
} as const;
