import {
  accountLines,
  accountTerms,
  givenAccountOffer,
} from "#features/ready-accounts/ready-accounts.factory.ts";
import type { Db } from "#lib/db/pool.ts";

/** What is sent to an endpoint: the parameters of its path, and a body. */
export type Input = { params?: Record<string, string | number>; body?: object };

/** Two inputs of each endpoint of ready accounts that takes a key, both of which could be carried out. */
export function accountWishes(db: Db): Record<string, () => Promise<[Input, Input]>> {
  const given = async (count: number) => (await givenAccountOffer(db, { count })).offerId;
  const reason = "new stock";
  const of = (id: number, body: object): Input => ({ params: { id }, body });
  const terms = (name: string) => ({ ...accountTerms({ name }), reason });
  const add = (id: number) => of(id, { text: accountLines(2).join("\n"), reason });
  return {
    buyReadyAccounts: async () => {
      const id = await given(3);
      return [{ body: { id, count: 1 } }, { body: { id, count: 2 } }];
    },
    deskAddAccountOffer: async () => [{ body: terms("First") }, { body: terms("Second") }],
    deskEditAccountOffer: async () => {
      const id = await given(0);
      return [of(id, terms("First")), of(id, terms("Second"))];
    },
    deskStepAccountOffer: async () => [
      of(await given(0), { step: "stop", reason }),
      of(await given(0), { step: "stop", reason }),
    ],
    deskAddAccountStock: async () => {
      const id = await given(0);
      return [add(id), add(id)];
    },
    deskWithdrawAccountStock: async () => [of(await given(2), { reason }), of(await given(2), { reason })],
  };
}
