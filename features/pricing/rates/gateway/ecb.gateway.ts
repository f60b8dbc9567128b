import { z } from "zod";
import { type Bank, BankFault, fetchXml } from "#features/pricing/rates/gateway/bank.gateway.ts";
import { type BankRates, microOf } from "#features/pricing/rates/rates.rules.ts";

const List = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z
          .array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string() }))
          .min(2)
          .max(500),
      }),
    }),
  }),
});

/** The European Central Bank: units for one euro, without the rouble since March 2022. */
export function createEcb(url: string): Bank {
  return { id: "ecb", fetchRates: async () => ratesOf(await fetchXml(url)) };
}

function ratesOf(tree: unknown): BankRates {
  const parsed = List.safeParse(tree);
  if (!parsed.success) throw new BankFault(`misshapen list: ${parsed.error.issues[0]?.path.join(".")}`);
  const { time, Cube: units } = parsed.data.Envelope.Cube.Cube;
  const micro = new Map<string, bigint>();
  for (const { currency, rate } of units) {
    const value = microOf(rate);
    if (value === null) throw new BankFault(`no rate for ${currency}`);
    micro.set(currency, value);
  }
  return { day: time, micro };
}
