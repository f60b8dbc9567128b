import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { expect, test, vi } from "vitest";
import {
  type ChatPerson,
  db,
  givenLinkedPerson,
  owner,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import {
  claimAccount,
  decideAccountClaim,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";

const buy = ({ userId }: ChatPerson, offerId: number, count: number) =>
  buyReadyAccounts(db, {
    ...{ userId, offerId, count, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID() },
  });
const claim = ({ userId }: ChatPerson, orderId: number, place: number) =>
  claimAccount(db, { userId, orderId, place, text: "it is closed", idempotencyKey: randomUUID() });
const refuse = (claimId: number, reason: string) =>
  withTransaction(db, (tx) =>
    decideAccountClaim(tx, { claimId, decision: "refuse", deciderId: 1, reason, mayReplace: false }),
  );
const textsOf = ({ person }: ChatPerson) => person.heard().map(({ text }) => text);

test("a chat is told once that accounts were delivered, and never what they say", async () => {
  const anna = await givenLinkedPerson();
  const { offerId, lines } = await givenAccountOffer(db, { count: 2 });
  const { orderId } = await buy(anna, offerId, 2);
  await work();
  await work();
  expect(textsOf(anna)).toEqual([expect.stringContaining("2 accounts have been delivered")]);
  for (const part of ["<b>Telegram</b>", "Telegram, aged", String(orderId), "/profile/accounts"])
    expect(JSON.stringify(anna.person.heard())).toContain(part);
  const kept = await rows(db, sql`select * from notifications_telegram_messages`);
  for (const line of lines) expect(JSON.stringify([anna.person.heard(), kept])).not.toContain(line);
});

test("a chat is told how a claim was decided: replaced, refunded with the amount, or refused with the reason", async () => {
  const anna = await givenLinkedPerson();
  const { offerId } = await givenAccountOffer(db, { count: 4 });
  const { orderId } = await buy(anna, offerId, 3);
  await work();
  const wished: readonly (readonly [place: number, RegExp])[] = [
    [1, /account 1 of order \d+ .*accepted. Another account/],
    [2, /account 2 of order \d+ .*accepted. Its price, 10,00.₽, is back/],
    [3, /account 3 of order \d+ .*refused. The reason:\nIt works &lt;here&gt;$/m],
  ];
  for (const [place, told] of wished) {
    const { claimId } = await claim(anna, orderId, place);
    await (place === 3 ? refuse(claimId, "It works <here>") : settleDueClaim(db, claimId));
    await work();
    expect(textsOf(anna).at(-1)).toMatch(told);
  }
  expect(textsOf(anna)).toHaveLength(4);
});

test("what a seller has typed becomes no link in a chat", async () => {
  const anna = await givenLinkedPerson();
  const { offerId } = await givenAccountOffer(db, { name: "see evil.example", count: 1 });
  const { orderId } = await buy(anna, offerId, 1);
  await refuse((await claim(anna, orderId, 1)).claimId, "write to t.me/evil");
  await work();
  expect(textsOf(anna)).toHaveLength(2);
  expect(textsOf(anna).join()).not.toMatch(/evil\.example|t\.me\/evil/);
});

test("a chat is told that accounts could not be delivered, with the money that came back", async () => {
  vi.spyOn(log, "error").mockImplementation(() => {});
  const anna = await givenLinkedPerson();
  const { offerId } = await givenAccountOffer(db, { count: 1 });
  await execute(
    owner,
    sql`update ready_accounts_units set sealed_text = 'k1.AAAA.AAAA.AAAA' where offer_id = ${offerId}`,
  );
  await expect(buy(anna, offerId, 1)).rejects.toMatchObject({ code: "NOT_DELIVERED" });
  await work();
  expect(textsOf(anna)).toEqual([expect.stringMatching(/could not be delivered. 10,00.₽ is back/)]);
});

test("whoever does not want to hear of accounts in the chat is told nothing of them", async () => {
  const anna = await givenLinkedPerson();
  const kinds = anna.settings.kinds.filter((kind) => kind !== "accounts");
  await anna.call("PUT", "/telegram-chat", { ...anna.settings, kinds });
  const { offerId } = await givenAccountOffer(db, { count: 1 });
  await buy(anna, offerId, 1);
  await work();
  expect(textsOf(anna)).toEqual([]);
});
