import sql from "sql-template-tag";
import { listActivationViews } from "#features/activations/activations.reads.ts";
import { findMessageText } from "#features/activations/message-timestamps.reads.ts";
import { findRecoveryEnd } from "#features/identity/running-recovery/running-recovery.reads.ts";
import { type PushMessage, RECOVERY_TYPE, type TakenPush } from "#features/notifications/push/push.rules.ts";
import { findRentalMessage } from "#features/rentals/message-timestamps.reads.ts";
import { listRentalDetails } from "#features/rentals/rentals.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFacts } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { unseal } from "#lib/sealed-text.ts";

/** Whether a session has a browser that is told. */
export async function hasPush(db: Queryable, sessionId: number): Promise<boolean> {
  const { isOn } = await one<{ isOn: boolean }>(
    db,
    sql`select exists (select from notifications_push_subscriptions where session_id = ${sessionId}) as "isOn"`,
  );
  return isOn;
}

/** What a browser shows, in its language. Null when there is nothing to say any more. */
export function composePush(db: Db, push: TakenPush): Promise<PushMessage | null> {
  return push.type === RECOVERY_TYPE ? composeRecovery(db, push) : composeSms(db, push);
}

/** Until when somebody who still has the second factor can cancel. Null when that is over. */
async function composeRecovery(db: Db, { userId, objectId, locale }: TakenPush): Promise<PushMessage | null> {
  const endsAt = await findRecoveryEnd(db, userId);
  if (!endsAt) return null;
  const moment = formatMoment(locale, endsAt, "UTC");
  return {
    title: translateMessage(locale, "notifications.push.recovery"),
    body: translateMessage(locale, "notifications.push.recoveryText", { moment }),
    tag: `${RECOVERY_TYPE}:${objectId}`,
    path: localizedPath(locale, "/profile/settings/security"),
    lang: localeFacts[locale].tag,
  };
}

/**
 * What a browser shows of an SMS, in its language: the code in the title, so that it is read without opening anything. Read when it is
 * sent and kept nowhere. Null when the SMS is gone.
 */
async function composeSms(db: Db, push: TakenPush): Promise<PushMessage | null> {
  const said =
    push.type === "activation.sms_received" ? await ofActivation(db, push) : await ofRental(db, push);
  if (!said) return null;
  const { locale, objectId } = push;
  const text = (key: string) => translateMessage(locale, `notifications.push.${key}`, said);
  return {
    title: text(said.code === "" ? "message" : "code"),
    body: text("number"),
    tag: `${push.type}:${objectId}`,
    path: localizedPath(locale, push.type === "activation.sms_received" ? "/profile" : "/profile/rentals"),
    lang: localeFacts[locale].tag,
  };
}

type Said = { service: string; number: string; code: string };

async function ofActivation(
  db: Db,
  { userId, objectId, subjectId, locale }: TakenPush,
): Promise<Said | null> {
  const [order] = await listActivationViews(db, userId, [objectId], locale);
  const message = await findMessageText(db, subjectId);
  if (!order || !message) return null;
  return { service: order.service.name, number: `+${order.number}`, code: message.code ?? "" };
}

async function ofRental(db: Db, { userId, objectId, subjectId, locale }: TakenPush): Promise<Said | null> {
  const [rental] = await listRentalDetails(db, userId, [objectId], locale);
  const message = await findRentalMessage(db, subjectId);
  if (!rental || !message) return null;
  const code = message.sealedCode === null ? "" : unseal(message.sealedCode);
  return { service: rental.service?.name ?? unseal(message.sealedSender), number: `+${rental.number}`, code };
}
