import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import {
  BalanceView,
  listHistoryEndpoint,
  StatementLine,
} from "#features/ledger/statement/statement.contract.ts";
import { Currency, defineRest, PageOf, pageQuery } from "#features/rest-api/rest-api.contract.ts";

const { direction, kind, service, from, to, timeZone, captures } = listHistoryEndpoint.query!.shape;

const before = { postedKopecks: 125_000, heldKopecks: 0, availableKopecks: 125_000 };
const after = { postedKopecks: 125_000, heldKopecks: 1_400, availableKopecks: 123_600 };

export const restGetStatement = defineRest({
  id: "restGetStatement",
  method: "GET",
  path: "/statement",
  tag: "statement",
  summary: "Every movement of the balance, newest first",
  description:
    "Each line with the balance after it: `changeKopecks` added to what could be spent before gives what can be spent after. An " +
    "order's money is held, then captured or refunded; a capture changes nothing that can be spent. `from` and `to` are days of " +
    "`timeZone` (UTC), both included. With `captures=inside` captures are told by the `outcome` of their hold alone.",
  access: "user",
  scope: "read",
  query: z.object({
    direction: direction.describe(
      "`outgoing`: holds, captures and what was taken; `incoming`: top-ups, bonuses and refunds",
    ),
    kind: kind.describe("Such as `activation`, `rental`, `top_up`"),
    service: service.describe("Code of a service"),
    from: from.describe("First day, such as 2026-11-01"),
    to: to.describe("Last day"),
    timeZone: timeZone.describe("Such as Europe/Berlin"),
    captures: captures.describe("`inside`: captures have no line of their own"),
    ...pageQuery("statement"),
  }),
  // Where the site shows a line is nothing to a program, and nothing in a wallet waits.
  response: PageOf(StatementLine.omit({ page: true, dueAt: true }).meta({ id: "StatementLine" })).extend({
    opening: BalanceView.describe("Before the first movement of the period, whatever else is filtered"),
    closing: BalanceView.describe("After the last one"),
    currency: Currency,
  }),
  errors: [identityErrors.SANDBOX_KEY],
  examples: {
    hold: {
      summary: "A number was bought",
      query: { direction: "outgoing", from: "2026-11-21" },
      answer: {
        data: [
          {
            id: 90_211,
            version: 42,
            at: "2026-11-21T12:00:00.000Z",
            number: "635468",
            kind: "activation",
            kindText: "Number for SMS",
            move: "hold",
            moveText: "Held",
            reason: null,
            reasonText: null,
            subject: {
              title: "Telegram",
              detail: "Indonesia",
              icon: "/icons/services/telegram.svg",
              detailIcon: "/icons/countries/id.svg",
            },
            amountKopecks: 1_400,
            changeKopecks: -1_400,
            after,
            outcome: null,
          },
        ],
        nextCursor: null,
        opening: before,
        closing: after,
        currency: "RUB",
      },
    },
  },
});
