import { Api, GrammyError } from "grammy";
import type { LanguageCode, Update, UserFromGetMe } from "grammy/types";
import type { BotCommand, ChatButton, ChatMessage } from "#features/notifications/telegram/telegram.rules.ts";
import { env } from "#lib/env.ts";

/**
 * `later`: try again, after so many seconds where Telegram says so. `blocked`: the person wants nothing more of the bot, or is gone.
 * `refused`: this message will never arrive.
 */
export type SendResult =
  | { readonly kind: "taken" | "blocked" }
  | { readonly kind: "later"; readonly afterSeconds: number | null }
  | { readonly kind: "refused"; readonly why: string };

const SEND_TIMEOUT_SECONDS = 10;
/** So long Telegram keeps a question open while nothing is written. */
const POLL_SECONDS = 25;
const ASKED = ["message", "callback_query", "my_chat_member"] as const;

/** The Bot API, with what the product needs of it. */
export class TelegramGateway {
  readonly #api: Api;
  readonly #polling: Api;
  readonly #asking = new AbortController();

  constructor(token: string, apiRoot: string = env.TELEGRAM_API_URL) {
    const root = apiRoot.replace(/\/$/, "");
    this.#api = new Api(token, { apiRoot: root, timeoutSeconds: SEND_TIMEOUT_SECONDS });
    this.#polling = new Api(token, { apiRoot: root, timeoutSeconds: POLL_SECONDS + SEND_TIMEOUT_SECONDS });
  }

  /** The bot as Telegram knows it. Throws where it cannot be asked. */
  getMe(): Promise<UserFromGetMe> {
    return this.#api.getMe();
  }

  /** Has Telegram call an address with what is written to the bot. */
  async openWebhook(url: string, secret: string): Promise<void> {
    await this.#api.setWebhook(url, { secret_token: secret, allowed_updates: ASKED });
  }

  /** Ends that, so that the bot may ask by itself. */
  async closeWebhook(): Promise<void> {
    await this.#api.deleteWebhook();
  }

  /** Has Telegram list the commands to whoever uses it in a language (`ru`), or in any that has no list (null). Throws where it cannot. */
  async listCommands(commands: readonly BotCommand[], language: string | null): Promise<void> {
    await this.#api.setMyCommands(
      commands,
      language === null ? {} : { language_code: language as LanguageCode },
    );
  }

  /** What was written from `offset` on; everything before it is forgotten over there. Waits for something to come. */
  fetchUpdates(offset: number): Promise<Update[]> {
    // The client's types are those of the time before Node had signals.
    const signal = this.#asking.signal as unknown as Parameters<Api["getUpdates"]>[1];
    return this.#polling.getUpdates({ offset, timeout: POLL_SECONDS, allowed_updates: ASKED }, signal);
  }

  /** Ends a question that is open: nothing that was told is lost by it. */
  hangUp(): void {
    this.#asking.abort();
  }

  /** Says something in a chat. Never throws. */
  async send(chatId: number, { html, buttons }: ChatMessage): Promise<SendResult> {
    try {
      // Telegram refuses half of a character, which a text that was cut may end in.
      await this.#api.sendMessage(chatId, html.toWellFormed(), {
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
        ...(buttons ? { reply_markup: { inline_keyboard: buttons.map((row) => row.map(toButton)) } } : {}),
      });
      return { kind: "taken" };
    } catch (error) {
      return resultOf(error);
    }
  }

  /** Ends the waiting of a pressed button. Never throws: a button that waits a little does no harm. */
  async answerPress(pressId: string): Promise<void> {
    await this.#api.answerCallbackQuery(pressId).catch(() => undefined);
  }
}

function toButton(button: ChatButton) {
  return "url" in button
    ? { text: button.text, url: button.url }
    : { text: button.text, callback_data: button.data };
}

/** What a failed call means for the message. */
function resultOf(error: unknown): SendResult {
  // No answer, or none of the Bot API: a restart, a time-out.
  if (!(error instanceof GrammyError)) return { kind: "later", afterSeconds: null };
  const { error_code: code, description, parameters } = error;
  if (code === 429) return { kind: "later", afterSeconds: parameters.retry_after ?? 1 };
  if (code >= 500) return { kind: "later", afterSeconds: null };
  // 401 and 404: the token is wrong, which an operator mends.
  if (code === 401 || code === 404) return { kind: "later", afterSeconds: null };
  if (code === 403 || /chat not found|user is deactivated|PEER_ID_INVALID/i.test(description))
    return { kind: "blocked" };
  return { kind: "refused", why: description };
}
