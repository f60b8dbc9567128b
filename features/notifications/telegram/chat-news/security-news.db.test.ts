import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { sendRecoveryNotice } from "#features/identity/factor-recovery/recovery-notices.writes.ts";
import { removeFactorByStaff } from "#features/identity/factor-recovery/removing.writes.ts";
import { identityJobs } from "#features/identity/identity.jobs.ts";
import { ownerTold, recoveryNoticeSent, webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { openResetOf, resetPassword } from "#features/identity/password-reset/password-reset.writes.ts";
import { cancelRecovery } from "#features/identity/running-recovery/cancelling.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { toldEventKinds } from "#features/identity/security-log/security-log.rules.ts";
import { telegramSubscribers } from "#features/notifications/telegram/telegram.jobs.ts";
import {
  type ChatPerson,
  db,
  givenChatPerson,
  givenLinkedPerson,
  owner,
  speak,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { locales } from "#lib/i18n/locales.ts";
import type { Topic } from "#lib/jobs/topics.ts";
import { topicJobs } from "#lib/jobs/topics.ts";
import { seal } from "#lib/sealed-text.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const topics = [ownerTold, recoveryNoticeSent, webhooksUnwanted] as unknown as Topic<never>[];
/** What the worker does of what was published, and the bot of what waits. Answers the mails. */
async function tell() {
  const mails = await runDueJobs(db, [...identityJobs, ...topicJobs(topics, telegramSubscribers)]);
  await speak();
  return mails;
}
const textsOf = ({ person }: ChatPerson) => person.heard().map(({ text }) => text);
const speaks = ({ userId }: ChatPerson, locale: string) =>
  execute(owner, sql`update notifications_telegram_chats set locale = ${locale} where user_id = ${userId}`);

/** A recovery of the second factor that waits for a week, and its notices. */
async function givenRecovery({ userId }: ChatPerson) {
  const sealedCancelToken = seal("t".repeat(43));
  const { id, endsAt } = await one<{ id: number; endsAt: Date }>(
    owner,
    sql`insert into identity_factor_recoveries (user_id, ends_at, cancel_hash, sealed_cancel_token)
        values (${userId}, '2031-05-09 07:05:00+00', sha256(convert_to(${String(userId)}, 'UTF8')), ${sealedCancelToken})
        returning id, ends_at as "endsAt"`,
  );
  return {
    notice: (told: number) =>
      withTransaction(db, (tx) => sendRecoveryNotice(tx, { id, userId, endsAt, told, sealedCancelToken })),
  };
}

describe("the chat of an account", () => {
  test("is told of a recovery of the second factor as often as its owner is mailed, with its end and the way to cancel it", async () => {
    const anna = await givenLinkedPerson();
    const { notice } = await givenRecovery(anna);
    await notice(1);
    await tell();
    await tell();
    expect(textsOf(anna)).toEqual([
      expect.stringMatching(/wants to turn two-factor authentication off\. From .*9.*2031.* \(UTC\) on/),
    ]);
    expect(textsOf(anna)[0]).toContain("/profile/settings/security");
    await speaks(anna, "ru");
    await notice(2);
    await tell();
    expect(textsOf(anna)).toHaveLength(2);
    expect(textsOf(anna)[1]).toContain("просит выключить двухфакторную аутентификацию");
    await withTransaction(db, (tx) => cancelRecovery(tx, anna.userId));
    await notice(3);
    await tell();
    expect(textsOf(anna)).toHaveLength(3);
    expect(textsOf(anna)[2]).toContain("Выключение двухфакторной аутентификации отменено");
  });

  test("is told of a password that was set by a mailed link, whatever its owner chose to hear", async () => {
    const anna = await givenLinkedPerson();
    await anna.call("PUT", "/telegram-chat", { ...anna.settings, kinds: [] });
    await withTransaction(db, (tx) => openResetOf(tx, anna.userId));
    const mails = await tell();
    const token = mails.map(({ text }) => /\/confirm\/([\w-]{20,})/.exec(text)?.[1]).find(Boolean) ?? "";
    await resetPassword(db, { token, password: "another good phrase" }, "192.0.2.7");
    await tell();
    await tell();
    expect(textsOf(anna)).toEqual([
      expect.stringMatching(/^<b>New password set by an emailed link<\/b>\nIf this was not you/),
    ]);
  });

  test("is told that the second factor was removed without its code, although that cuts it off", async () => {
    const anna = await givenLinkedPerson();
    await withTransaction(db, (tx) => removeFactorByStaff(tx, anna.userId));
    await tell();
    expect(textsOf(anna).join("\n")).toContain("Two-factor authentication turned off without its code");
    expect(textsOf(anna).join("\n")).toContain("This chat is no longer linked");
    await withTransaction(db, (tx) => recordSecurityEvent(tx, anna.userId, { kind: "passwordChanged" }));
    await tell();
    expect(textsOf(anna)).toHaveLength(2);
  });

  test("that was cut off before the worker came is told what cut it off", async () => {
    const anna = await givenLinkedPerson();
    await withTransaction(db, (tx) => removeFactorByStaff(tx, anna.userId));
    await anna.call("DELETE", "/telegram-chat");
    await tell();
    expect(textsOf(anna).join("\n")).toContain("Two-factor authentication turned off without its code");
  });

  test("is told in its language of each change that its owner is told of, and what somebody typed becomes no link", async () => {
    const anna = await givenLinkedPerson();
    for (const locale of locales) {
      await speaks(anna, locale);
      for (const kind of toldEventKinds)
        await withTransaction(db, (tx) =>
          recordSecurityEvent(tx, anna.userId, { kind, what: "evil.example" }),
        );
      await tell();
    }
    const heard = textsOf(anna);
    expect(heard).toHaveLength(toldEventKinds.length * locales.length);
    expect(
      new Set(
        heard.map((text) =>
          text
            .split("\n")
            .slice(0, 1)
            .concat(text.split("\n")[2] ?? "")
            .join(),
        ),
      ).size,
    ).toBe(heard.length);
    expect(heard.join()).not.toMatch(/evil\.example|notifications\.bot|securityLog/);
  });

  test("hears nothing of what happened before it was linked, and nothing of other accounts", async () => {
    const anna = await givenChatPerson();
    await withTransaction(db, (tx) => recordSecurityEvent(tx, anna.userId, { kind: "passwordChanged" }));
    const other = await givenLinkedPerson();
    await tell();
    await work();
    expect([...textsOf(anna), ...textsOf(other)].join()).not.toContain("Password changed");
  });
});
