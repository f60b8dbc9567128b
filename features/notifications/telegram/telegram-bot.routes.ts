import { Bot } from "grammy";
import type { Update, User, UserFromGetMe } from "grammy/types";
import { findChatOwner } from "#features/notifications/telegram/links/chat-links.reads.ts";
import { linkLimits } from "#features/notifications/telegram/links/chat-links.rules.ts";
import {
  blockChat,
  makeLink,
  unblockChat,
  unlinkChat,
} from "#features/notifications/telegram/links/chat-links.writes.ts";
import { queueAnswer } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { chatName, localeOfTelegram } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Something written or pressed: in which chat, by whom, and Telegram's number for it. */
type Turn = { readonly chatId: number; readonly updateId: number; readonly from: User };

/** What is done with what is written to the bot: each once, though it may be handled several times. */
export function makeBot(db: Db, token: string, botInfo: UserFromGetMe): (update: Update) => Promise<void> {
  const bot = new Bot(token, { botInfo });
  const chat = bot.chatType("private");
  const turnOf = (context: { chat: { id: number }; update: Update; from?: User | undefined }): Turn => ({
    chatId: context.chat.id,
    updateId: context.update.update_id,
    from: context.from ?? { id: context.chat.id, is_bot: false, first_name: "" },
  });
  chat.on("my_chat_member", async (context) => {
    if (context.myChatMember.new_chat_member.status === "kicked")
      await withTransaction(db, (tx) => blockChat(tx, context.chat.id));
  });
  chat.command("unlink", (context) => unlinkHere(db, turnOf(context)));
  chat.on("message", (context) => greet(db, turnOf(context)));
  return (update) => bot.handleUpdate(update);
}

/** Whoever has no account here is handed a link to one; the others are told what the bot can do. */
async function greet(db: Db, turn: Turn): Promise<void> {
  await unblockChat(db, turn.chatId);
  const owner = await findChatOwner(db, turn.chatId);
  if (owner) {
    const text = chatTexts(owner.locale);
    await queueAnswer(db, turn, { html: `${text("hello")}\n\n${text("unlinkHint")}` });
  } else await offerLink(db, turn);
}

/** Made with its answer: a link that nobody is told of is of no use, and one that is told twice is another one. */
async function offerLink(db: Db, turn: Turn): Promise<void> {
  const locale = localeOfTelegram(turn.from.language_code);
  const text = chatTexts(locale);
  await withTransaction(db, async (tx) => {
    const token = await makeLink(tx, { chatId: turn.chatId, name: chatName(turn.from) });
    const { minutes } = linkLimits;
    const offer =
      token === null
        ? { html: text("tooManyLinks", { minutes }) }
        : withPage(
            `${text("welcome")}\n\n${text("linkHint", { minutes })}`,
            buttonTexts(locale)("link"),
            siteAddress(locale, `/bot-link/${token}`),
          );
    await queueAnswer(tx, turn, offer);
  });
}

async function unlinkHere(db: Db, turn: Turn): Promise<void> {
  const isDone = await withTransaction(db, async (tx) => {
    const owner = await findChatOwner(tx, turn.chatId);
    return owner ? unlinkChat(tx, owner.userId) : false;
  });
  // The chat is told of an unlinking by the unlinking itself.
  if (!isDone) await offerLink(db, turn);
}
