import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { z } from "zod";
import { apiRoutes } from "#app/api/api-app.ts";

const deskReads = apiRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, path: address }) => method === "GET" && address.startsWith("/desk/"));

/** What a list cannot do without. */
const wanted: Readonly<Record<string, string>> = { "/desk/coupons": "?ending=Zq11" };

/** How a list may be asked for: as it comes, and with each word of each choice that it has. */
function choicesOf({ path: address, query }: (typeof deskReads)[number]): string[] {
  const shape = query instanceof z.ZodObject ? query.shape : {};
  const chosen = Object.entries(shape).flatMap(([name, kind]) => {
    let inner: unknown = kind;
    while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
      inner = inner.unwrap();
    return inner instanceof z.ZodEnum ? inner.options.map((word) => `?${name}=${word}`) : [];
  });
  return [wanted[address] ?? "", ...chosen];
}

/**
 * Reads all of the desk as its lead: every list with every choice, and whatever stands behind the numbers of these people and orders.
 * Answers which addresses of the contract had something to say.
 */
export function deskWalk(supplier: string, read: (address: string) => Promise<{ status: number }>) {
  return async (people: readonly number[], orders: readonly number[]): Promise<Set<string>> => {
    const heard = new Set<string>();
    for (const endpoint of deskReads) {
      const numbers = endpoint.path.startsWith("/desk/people/") ? people : orders;
      const named = endpoint.path.includes("{id}")
        ? numbers.map((id) => endpoint.path.replace("{id}", String(id)))
        : [endpoint.path];
      for (const address of named)
        for (const choice of choicesOf(endpoint)) {
          const filled = address.replace("{code}", supplier).replaceAll(/\{\w+\}/g, "1");
          let { status } = await read(`${filled}${choice}`);
          // So much at once is more than a person reads.
          while (status === 429) {
            await pause(250);
            ({ status } = await read(`${filled}${choice}`));
          }
          expect([200, 404], `${filled}${choice}: ${status}`).toContain(status);
          if (status === 200) heard.add(endpoint.path);
        }
    }
    return heard;
  };
}

/** Nobody paid, was paid, corrected or bought a number there, and the supplier was asked nothing: of those there is none to show. */
export const absentHere: readonly string[] = [
  ...["payments/{id}", "withdrawals/{id}", "corrections/{id}", "orders/{id}"].map((one) => `/desk/${one}`),
  ...["exchanges/{id}", "self-tests/{id}", "self-tests/{id}/exchanges/{exchangeId}"].map(
    (one) => `/desk/suppliers/{code}/${one}`,
  ),
  "/desk/reconciliations/{id}",
];

/** What of the desk's contract had nothing to say. */
export function silentAt(heard: ReadonlySet<string>): string[] {
  return deskReads.map(({ path }) => path).filter((address) => !heard.has(address));
}
