import type { z } from "zod";

type Address = Readonly<Record<string, string | string[] | undefined>>;
type Filter<Query extends z.ZodObject> = Partial<
  Record<Exclude<keyof Query["shape"] & string, "before">, string>
>;

/**
 * The filters that the address of a page gives the list of this endpoint. What the endpoint does not know or would refuse is left out,
 * and so is where a page of the list begins.
 */
export function filterInAddress<Query extends z.ZodObject>(
  { query }: { readonly query?: Query | undefined },
  address: Address,
): Filter<Query> {
  const fields: Readonly<Record<string, unknown>> = query?.shape ?? {};
  const fits = Object.entries(address).filter(
    ([name, value]) =>
      name !== "before" &&
      typeof value === "string" &&
      Object.hasOwn(fields, name) &&
      (fields[name] as z.ZodType).safeParse(value).success,
  );
  return Object.fromEntries(fits) as Filter<Query>;
}
