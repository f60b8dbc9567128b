import { ownerTold, recoveryNoticeSent, webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { forgetOldPurchases } from "#features/notifications/telegram/buying/chat-purchases.writes.ts";
import {
  queueRecoveryNews,
  queueSecurityNews,
} from "#features/notifications/telegram/chat-news/security-news.writes.ts";
import { forgetOldUpdates } from "#features/notifications/telegram/inbox/inbox.writes.ts";
import { forgetOldLinks, unlinkChat } from "#features/notifications/telegram/links/chat-links.writes.ts";
import { forgetOldMessages } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

/** What the worker forgets of chats, also where there is no bot any more. */
export const telegramSweeps = [
  defineSweep({
    name: "notifications: retention of chats",
    everyMs: 60_000,
    run: async (db) =>
      (await forgetOldUpdates(db, 5_000)) +
      (await forgetOldMessages(db, 10_000)) +
      (await forgetOldLinks(db, 1_000)) +
      (await forgetOldPurchases(db, 5_000)),
  }),
];

/** The chat is told of its account's safety as its owner is by mail; who ends everything with the old password cuts it off, too. */
export const telegramSubscribers = [
  subscribe(webhooksUnwanted, "notifications: cut the chat off", (db, { userId }) =>
    withTransaction(db, async (tx) => {
      await unlinkChat(tx, userId);
    }),
  ),
  subscribe(ownerTold, "notifications: tell the chat of its account's safety", queueSecurityNews),
  subscribe(recoveryNoticeSent, "notifications: tell the chat of a recovery", queueRecoveryNews),
];
