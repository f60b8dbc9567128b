import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { newsKinds } from "#features/notifications/telegram/news-kinds.rules.ts";
import { telegramErrors } from "#features/notifications/telegram/telegram.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const common = { tag: "notifications", access: "session" } as const;
const LinkToken = z.string().regex(/^[\w-]{20,64}$/);

export const TelegramState = z.strictObject({
  /** By what name the bot is found in Telegram; null where there is none. */
  bot: z.string().nullable(),
  /** The chat that is linked to the account. */
  chat: z
    .strictObject({
      name: z.string(),
      linkedAt: z.iso.datetime(),
      /** The bot was blocked there: nothing is said until something is written to it. */
      isBlocked: z.boolean(),
    })
    .nullable(),
  /** What the chat is told. */
  kinds: z.array(z.enum(newsKinds)),
  /** What may be spent in the chat on a day (UTC). */
  dayCapKopecks: z.number().int(),
  /** A dearer number is asked for once more. */
  confirmAboveKopecks: z.number().int(),
});
export type TelegramState = z.infer<typeof TelegramState>;

export const getTelegramEndpoint = defineEndpoint({
  ...common,
  id: "getTelegramChat",
  method: "GET",
  path: "/telegram-chat",
  summary: "The chat in Telegram that is linked to the account",
  response: TelegramState,
  errors: [],
});

const Amount = z.number().int().min(0).max(100_000_000);
export const ChatSettingsInput = z.strictObject({
  kinds: z.array(z.enum(newsKinds)).max(newsKinds.length),
  dayCapKopecks: Amount,
  confirmAboveKopecks: Amount,
});
export type ChatSettingsInput = z.infer<typeof ChatSettingsInput>;

export const putTelegramEndpoint = defineEndpoint({
  ...common,
  id: "putTelegramChat",
  method: "PUT",
  path: "/telegram-chat",
  summary: "Choose what the chat is told and what it may spend",
  description:
    "Whoever has a second factor shows it to let the chat spend more, or without being asked once more.",
  body: ChatSettingsInput,
  response: TelegramState,
  errors: [apiErrors.STEP_UP_NEEDED],
});

export const unlinkTelegramEndpoint = defineEndpoint({
  ...common,
  id: "unlinkTelegramChat",
  method: "DELETE",
  path: "/telegram-chat",
  summary: "Cut the chat off at once: it is told nothing and may do nothing any more",
  response: TelegramState,
  errors: [],
});

export const getTelegramLinkEndpoint = defineEndpoint({
  ...common,
  id: "getTelegramLink",
  method: "GET",
  path: "/telegram-links/{token}",
  summary: "Which chat a link of the bot's is for",
  params: z.object({ token: LinkToken }),
  response: z.strictObject({ name: z.string() }),
  errors: [telegramErrors.TELEGRAM_LINK_INVALID],
});

export const linkTelegramEndpoint = defineEndpoint({
  ...common,
  id: "linkTelegramChat",
  method: "POST",
  path: "/telegram-links",
  summary: "Link the chat that asked the bot for a link to the own account",
  description:
    "A link is of use once and for ten minutes. From then on the chat may do in the account's name what the bot offers. The owner is told by mail.",
  stepUp: true,
  body: z.strictObject({ token: LinkToken }),
  response: TelegramState,
  errors: [
    telegramErrors.TELEGRAM_LINK_INVALID,
    telegramErrors.TELEGRAM_LINKED_ALREADY,
    telegramErrors.TELEGRAM_CHAT_TAKEN,
    identityErrors.TOO_MANY_ADDED,
  ],
});

export const receiveUpdateEndpoint = defineEndpoint({
  id: "receiveTelegramUpdate",
  method: "POST",
  path: "/telegram/updates",
  summary: "What is written to the bot (told by Telegram, with the secret of the setting)",
  tag: "notifications",
  access: "public",
  serverToServer: true,
  response: z.strictObject({ received: z.literal(true) }),
  errors: [
    apiErrors.NOT_FOUND,
    apiErrors.VALIDATION,
    apiErrors.PAYLOAD_TOO_LARGE,
    apiErrors.UNSUPPORTED_MEDIA_TYPE,
  ],
});
