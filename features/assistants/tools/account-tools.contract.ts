import { z } from "zod";
import { priceText } from "#features/assistants/assistants.rules.ts";
import { cursor, defineTool, limit, nextCursor, reads } from "#features/assistants/tools/tool.contract.ts";
import { RestBalance, restGetBalance } from "#features/rest-api/balance/balance.contract.ts";
import { restGetStatement } from "#features/rest-api/statement/statement.contract.ts";

const BalanceNow = z.object({
  ...RestBalance.pick({ availableKopecks: true, heldKopecks: true, debtKopecks: true, currency: true }).shape,
  available: z.string().describe("What can be spent, to read"),
});

const getBalance = defineTool({
  name: "get_balance",
  title: "Balance",
  description: "What can be spent, what is held for open orders, and what is owed.",
  endpoints: [restGetBalance],
  hints: reads,
  input: z.strictObject({}),
  output: BalanceNow,
  run: async (_input, { ask }) => {
    const balance = await ask(restGetBalance);
    const available = priceText(balance.availableKopecks);
    const owed = balance.debtKopecks === 0 ? "" : ` ${priceText(balance.debtKopecks)} are owed.`;
    return {
      sentence: `${available} can be spent, ${priceText(balance.heldKopecks)} are held for open orders.${owed}`,
      data: BalanceNow.parse({ ...balance, available }),
    };
  },
});

const Transaction = z.object({
  at: z.string(),
  about: z.string().describe("What it was for"),
  what: z.string().describe("What happened to the money"),
  number: z.string().describe("Of the order or invoice"),
  changeKopecks: z.number().int().describe("Added to what can be spent"),
  change: z.string().describe("The change to read"),
  availableKopecks: z.number().int().describe("What could be spent afterwards"),
});

const getStatement = defineTool({
  name: "get_statement",
  title: "History of the balance",
  description: "Every transaction on the balance, newest first: top-ups, holds, captures and refunds.",
  endpoints: [restGetStatement],
  hints: reads,
  input: z.strictObject({
    from: z.iso.date().optional().describe("First day (UTC), such as 2026-11-01"),
    to: z.iso.date().optional().describe("Last day"),
    limit,
    cursor,
  }),
  output: z.object({ transactions: z.array(Transaction), nextCursor }),
  run: async (input, { ask }) => {
    const page = await ask(restGetStatement, { query: { ...input, captures: "inside" } });
    const transactions = page.data.map((line) => ({
      at: line.at,
      about: [line.kindText, line.subject?.title, line.subject?.detail].filter(Boolean).join(", "),
      what: [line.moveText, line.reasonText].filter(Boolean).join(": "),
      number: line.number,
      changeKopecks: line.changeKopecks,
      change: priceText(line.changeKopecks),
      availableKopecks: line.after.availableKopecks,
    }));
    const lines = transactions.map(({ at, about, what, change }) => `${at} ${about}: ${what}, ${change}`);
    return {
      sentence: lines.length === 0 ? "No transactions." : lines.join("\n"),
      data: { transactions, nextCursor: page.nextCursor },
    };
  },
});

export const accountTools = [getBalance, getStatement] as const;
