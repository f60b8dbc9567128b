import { createHash, timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { z } from "zod";
import { inboxLimits } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import { keepUpdates } from "#features/notifications/telegram/inbox/inbox.writes.ts";
import {
  findBotName,
  findLinkName,
  findOwnChat,
} from "#features/notifications/telegram/links/chat-links.reads.ts";
import { linkChat, unlinkChat } from "#features/notifications/telegram/links/chat-links.writes.ts";
import { findChatSettings } from "#features/notifications/telegram/settings/chat-settings.reads.ts";
import { saveChatSettings } from "#features/notifications/telegram/settings/chat-settings.writes.ts";
import {
  getTelegramEndpoint,
  getTelegramLinkEndpoint,
  linkTelegramEndpoint,
  putTelegramEndpoint,
  receiveUpdateEndpoint,
  type TelegramState,
  unlinkTelegramEndpoint,
} from "#features/notifications/telegram/telegram.contract.ts";
import { telegramErrors } from "#features/notifications/telegram/telegram.errors.ts";
import type { UserId } from "#lib/api/actor.ts";
import { readLimitedText } from "#lib/api/parse-request.ts";
import { markKnown } from "#lib/api/received-body.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function readState(db: Db, userId: UserId): Promise<TelegramState> {
  const [bot, chat, { kinds, ...spending }] = await Promise.all([
    findBotName(db),
    findOwnChat(db, userId),
    findChatSettings(db, userId),
  ]);
  return {
    bot,
    chat: chat && { ...chat, linkedAt: chat.linkedAt.toISOString() },
    kinds: [...kinds],
    ...spending,
  };
}

/** Takes as long whatever is given, of whatever length. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** What we need of an update; the rest is kept as it came. */
const ReadUpdate = z.looseObject({ update_id: z.number().int().min(0) });

function parseUpdate(text: string): Update {
  try {
    return ReadUpdate.parse(JSON.parse(text)) as unknown as Update;
  } catch {
    throw new AppError(apiErrors.VALIDATION);
  }
}

export const telegramRoutes = [
  route(getTelegramEndpoint, ({ db, actor }) => readState(db, actor.userId)),
  route(putTelegramEndpoint, async ({ db, actor, body }) => {
    const before = await findChatSettings(db, actor.userId);
    const isMore =
      body.dayCapKopecks > before.dayCapKopecks || body.confirmAboveKopecks > before.confirmAboveKopecks;
    if (isMore && actor.isFactorStale) throw new AppError(apiErrors.STEP_UP_NEEDED);
    await saveChatSettings(db, actor.userId, body);
    return readState(db, actor.userId);
  }),
  route(unlinkTelegramEndpoint, async ({ db, actor }) => {
    await withTransaction(db, (tx) => unlinkChat(tx, actor.userId));
    return readState(db, actor.userId);
  }),
  route(getTelegramLinkEndpoint, async ({ db, params }) => {
    const name = await findLinkName(db, params.token);
    if (name === null) throw new AppError(telegramErrors.TELEGRAM_LINK_INVALID);
    return { name };
  }),
  route(linkTelegramEndpoint, async ({ db, actor, body, locale }) => {
    await withTransaction(db, (tx) => linkChat(tx, { userId: actor.userId, locale }, body.token));
    return readState(db, actor.userId);
  }),
  route(receiveUpdateEndpoint, async ({ db, request }) => {
    const secret = env.TELEGRAM_WEBHOOK_SECRET;
    const given = request.headers.get("x-telegram-bot-api-secret-token") ?? "";
    // To whoever does not know the secret there is nothing here.
    if (secret === undefined || !isSame(given, secret)) throw new AppError(apiErrors.NOT_FOUND);
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
      throw new AppError(apiErrors.UNSUPPORTED_MEDIA_TYPE);
    // From this network Telegram's calls come.
    markKnown(request);
    await keepUpdates(db, [parseUpdate(await readLimitedText(request, inboxLimits.callBytes))]);
    return { received: true as const };
  }),
];
