import { Bot } from "grammy";
import type { Update, User, UserFromGetMe } from "grammy/types";
import { menu } from "#features/notifications/telegram/buying/chat-menu.reads.ts";
import { type Press, readPress } from "#features/notifications/telegram/buying.rules.ts";
import { answerPress, answerText } from "#features/notifications/telegram/chat-turns.routes.ts";
import { findChatOwner } from "#features/notifications/telegram/links/chat-links.reads.ts";
import { linkLimits } from "#features/notifications/telegram/links/chat-links.rules.ts";
import {
  blockChat,
  makeLink,
  unblockChat,
  unlinkChat,
} from "#features/notifications/telegram/links/chat-links.writes.ts";
import { isAnswered } from "#features/notifications/telegram/outbox/outbox.reads.ts";
import { queueAnswer } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { answerRentText } from "#features/notifications/telegram/renting/rent-turns.routes.ts";
import { proveChat } from "#features/notifications/telegram/telegram.gate.ts";
import type { TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import {
  type ChatCaller,
  type ChatMessage,
  type ChatParts,
  chatName,
  localeOfTelegram,
} from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Something written or pressed: in which chat, by whom, and Telegram's number for it. */
type Turn = { readonly chatId: number; readonly updateId: number; readonly from: User };
type Answering = (caller: ChatCaller, updateId: number) => Promise<readonly ChatMessage[]>;

/** Commands that are the button of that name. */
const commands = {
  balance: "balance",
  numbers: "numbers",
  rentals: "rentals",
  again: "last",
  loyalty: "week",
} as const satisfies Record<string, Press>;

/** Commands with words behind them; without words they are the button. */
const wordCommands = {
  buy: { press: "services", answerWords: answerText },
  rent: {
    press: "rent_services",
    answerWords: (caller: ChatCaller, _updateId: number, words: string) => answerRentText(caller, words),
  },
} as const;

/** What is done with what is written to the bot: each once, though it may be handled several times. */
export function makeBot(
  db: Db,
  token: string,
  botInfo: UserFromGetMe,
  gateway: Pick<TelegramGateway, "answerPress">,
  parts: ChatParts,
): (update: Update) => Promise<void> {
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
  chat.command(["start", "help"], (context) => take(db, turnOf(context), async (caller) => [menu(caller)]));
  const pressed =
    (press: Press): Answering =>
    (caller, updateId) =>
      answerPress(caller, updateId, { press, ids: [] }, parts);
  for (const [command, press] of Object.entries(commands))
    chat.command(command, (context) => take(db, turnOf(context), pressed(press)));
  for (const [command, { press, answerWords }] of Object.entries(wordCommands))
    chat.command(command, (context) => {
      const words = context.match.trim();
      const answering: Answering = words
        ? (caller, updateId) => answerWords(caller, updateId, words)
        : pressed(press);
      return take(db, turnOf(context), answering);
    });
  chat.on("callback_query:data", async (context) => {
    await gateway.answerPress(context.callbackQuery.id);
    const press = readPress(context.callbackQuery.data);
    if (press)
      await take(db, turnOf(context), (caller, updateId) => answerPress(caller, updateId, press, parts));
  });
  chat.on("message:text", (context) =>
    take(db, turnOf(context), (caller, updateId) => answerText(caller, updateId, context.message.text)),
  );
  chat.on("message", (context) => take(db, turnOf(context), async (caller) => [menu(caller)]));
  return (update) => bot.handleUpdate(update);
}

/** Whoever has no account here is handed a link to one; the others are answered. */
async function take(db: Db, turn: Turn, answering: Answering): Promise<void> {
  await unblockChat(db, turn.chatId);
  const caller = await proveChat(db, turn.chatId);
  if (!caller) return turnAway(db, turn);
  const answers = await answering(caller, turn.updateId);
  for (const [place, answer] of answers.entries()) await queueAnswer(db, { ...turn, place }, answer);
}

async function turnAway(db: Db, turn: Turn): Promise<void> {
  const owner = await findChatOwner(db, turn.chatId);
  if (!owner) return offerLink(db, turn);
  await queueAnswer(db, turn, { html: chatTexts(owner.locale)("mayNot") });
}

/** Made with its answer: a link that nobody is told of is of no use, and one that is told twice is another one. */
async function offerLink(db: Db, turn: Turn): Promise<void> {
  const locale = localeOfTelegram(turn.from.language_code);
  const text = chatTexts(locale);
  const { minutes } = linkLimits;
  await withTransaction(db, async (tx) => {
    // Handled again after a crash: another link would end the one that is told.
    if (await isAnswered(tx, turn)) return;
    const token = await makeLink(tx, { chatId: turn.chatId, name: chatName(turn.from) });
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
