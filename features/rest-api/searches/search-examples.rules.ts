/** A search that has made five attempts of its price ladder's first step. */
const searching = {
  id: 50_012,
  state: "searching",
  service: { code: "tg", name: "Telegram" },
  country: { id: 6, iso2: "ID", name: "Indonesia" },
  operator: "any",
  attempt: 5,
  attempts: 60,
  maxPriceKopecks: 1_400,
  steps: [
    { afterSeconds: 0, maxPriceKopecks: 1_400 },
    { afterSeconds: 30, maxPriceKopecks: 1_700 },
  ],
  quoted: null,
  lowestKopecks: null,
  currency: "RUB",
  seconds: 120,
  expiresIn: 110,
  replace: { afterSeconds: 180, times: 2, done: 0 },
  activationId: null,
  refusal: { code: "NO_NUMBERS", message: "Number not available. Try again" },
  waitingFor: "offer",
  createdAt: "2026-11-22T12:00:00.000Z",
  closedAt: null,
} as const;

const watching = {
  ...searching,
  state: "watching",
  attempt: 16,
  maxPriceKopecks: 1_700,
  lowestKopecks: 1_650,
  expiresIn: 180,
  activationId: 635_468,
  refusal: null,
  waitingFor: null,
} as const;

/** One without a limit whose offer has become dearer since it began. */
const risen = {
  ...searching,
  maxPriceKopecks: null,
  steps: [],
  quoted: { priceKopecks: 1_400, mostKopecks: 1_470 },
  lowestKopecks: 2_900,
  refusal: {
    code: "PRICE_ABOVE_QUOTED",
    message: "The price is above the one quoted for this search. The search waits until it comes down again.",
  },
} as const;

const params = { id: String(searching.id) };

/** Calls with their answers, for the document. */
export const searchExamples = {
  open: {
    ladder: {
      summary:
        "Two minutes; 14 roubles at most, 17 after half a minute; replaced after three minutes without an SMS",
      body: {
        service: "tg",
        country: 6,
        maxPriceKopecks: 1_400,
        raises: [{ afterSeconds: 30, maxPriceKopecks: 1_700 }],
        seconds: 120,
        replace: { afterSeconds: 180, times: 2 },
      },
      answer: { ...searching, attempt: 0, expiresIn: 120, refusal: null, waitingFor: null },
    },
  },
  list: { newest: { query: { limit: "20" }, answer: { data: [searching], nextCursor: null } } },
  get: {
    found: { summary: "A number is there", params, query: { wait: "25" }, answer: watching },
    searching: { summary: "None yet", params, answer: searching },
    risen: { summary: "Without a limit: the price has risen", params, answer: risen },
  },
  stop: {
    stopped: {
      params,
      answer: {
        ...searching,
        state: "stopped",
        expiresIn: 0,
        waitingFor: null,
        closedAt: "2026-11-22T12:00:11.000Z",
      },
    },
  },
  replace: {
    twice: {
      params: { id: "635468" },
      body: { afterSeconds: 180, times: 2 },
      answer: {
        ...watching,
        steps: [{ afterSeconds: 0, maxPriceKopecks: 1_700 }],
        attempt: 0,
        attempts: 30,
        seconds: 60,
      },
    },
  },
} as const;
