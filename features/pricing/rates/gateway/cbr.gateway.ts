import { z } from "zod";
import { type Bank, BankFault, fetchXml } from "#features/pricing/rates/gateway/bank.gateway.ts";
import { type BankRates, microOf } from "#features/pricing/rates/rates.rules.ts";

const List = z.object({
  ValCurs: z.object({
    Date: z
      .string()
      .transform((text) => text.replace(/^(\d{2})[./](\d{2})[./](\d{4})$/, "$3-$2-$1"))
      .pipe(z.iso.date()),
    Valute: z
      .array(
        z.object({
          CharCode: z.string().regex(/^[A-Z]{3}$/),
          Nominal: z.string().regex(/^[1-9]\d{0,6}$/),
          Value: z.string(),
        }),
      )
      .min(2)
      .max(500),
  }),
});

/** The Bank of Russia: roubles for `Nominal` units, a comma before the decimals, the day as 21.11.2026. */
export function createCbr(url: string): Bank {
  return { id: "cbr", fetchRates: async () => ratesOf(await fetchXml(url)) };
}

function ratesOf(tree: unknown): BankRates {
  const parsed = List.safeParse(tree);
  if (!parsed.success) throw new BankFault(`misshapen list: ${parsed.error.issues[0]?.path.join(".")}`);
  const { Date: day, Valute: units } = parsed.data.ValCurs;
  const micro = new Map<string, bigint>();
  for (const { CharCode, Nominal, Value } of units) {
    const value = microOf(Value);
    if (value === null) throw new BankFault(`no rate for ${CharCode}`);
    const one = value / BigInt(Nominal);
    if (one > 0n) micro.set(CharCode, one);
  }
  return { day, micro };
}
