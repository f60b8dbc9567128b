import { createServer, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** What we use of `telegram-test-api`, a Bot API of somebody else's; its types want a package that is not maintained. */
type BotApi = {
  start(): Promise<void>;
  stop(): Promise<boolean>;
  getClient(token: string, options: object): BotApiClient;
};
type BotApiClient = {
  makeCommand(text: string, options?: object): object;
  makeMessage(text: string, options?: object): object;
  makeCallbackQuery(data: string, options?: object): object;
  sendCommand(command: object): Promise<unknown>;
  sendMessage(message: object): Promise<unknown>;
  sendCallback(press: object): Promise<unknown>;
};
const TelegramServer = createRequire(import.meta.url)("telegram-test-api") as new (config: object) => BotApi;

export const BOT_TOKEN = "123456:stand-in";

/** A message as it arrived. */
type Said = {
  readonly atMs: number;
  readonly chatId: number;
  readonly text: string;
  /** The bot was told that it arrived. */
  readonly isAnswered: boolean;
  readonly buttons: readonly {
    readonly text: string;
    readonly callback_data?: string;
    readonly url?: string;
  }[];
};

/**
 * What goes wrong with a message: a refusal of the Bot API, no answer at all, a broken connection, or no answer though it arrives in
 * its chat ("unanswered").
 */
export type Fault =
  | { readonly status: number; readonly body: object }
  | "silence"
  | "reset"
  | "unanswered"
  | null;

/** A call of the bot's. */
type BotCall = { readonly method: string; readonly body: Readonly<Record<string, unknown>> };

/** Where a Bot API tells what is written to the bot, and what it shows there. */
type Webhook = { readonly url: string; readonly secret: string };

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

/** The stand-in tells here what is written to the bot: it knows no secrets of webhooks, so that the door adds the bot's. */
const TOLD_HERE = "/told";

/** A Bot API on a real port that can fail; what arrived in chats is in `said`, what else the bot asked of it in `calls`. */
export async function startBotApi() {
  const said: Said[] = [];
  const calls: BotCall[] = [];
  const state = {
    fault: (_chatId: number): Fault => null,
    api: await startApi(await freePort()),
    webhook: null as Webhook | null,
  };

  async function forward(
    path: string,
    raw: string,
    response: ServerResponse,
    isAnswered = true,
  ): Promise<void> {
    const answer = await fetch(`${state.api.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: path.endsWith("/setWebhook") ? JSON.stringify({ url: `${doorUrl()}${TOLD_HERE}` }) : raw || "{}",
    });
    const text = await answer.text();
    if (path.endsWith("/sendMessage") && answer.ok) said.push({ ...readSaid(JSON.parse(raw)), isAnswered });
    if (!isAnswered) return;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }

  /** Keeps what the bot asks for; messages are kept when they have arrived. */
  function note(path: string, raw: string): void {
    const method = path.slice(path.lastIndexOf("/") + 1);
    if (method === "sendMessage") return;
    const body = JSON.parse(raw || "{}") as Record<string, unknown>;
    calls.push({ method, body });
    if (method === "setWebhook") state.webhook = { url: String(body.url), secret: String(body.secret_token) };
    if (method === "deleteWebhook") state.webhook = null;
  }

  async function tell(raw: string, response: ServerResponse): Promise<void> {
    const { url, secret } = state.webhook ?? { url: "", secret: "" };
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
      body: raw,
    });
    response.writeHead(answer.status).end(await answer.text());
  }

  const door = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString("utf8");
    const path = request.url ?? "";
    if (path === TOLD_HERE) return void (await tell(raw, response).catch(() => request.socket.destroy()));
    note(path, raw);
    const fault = path.endsWith("/sendMessage") ? state.fault(Number(JSON.parse(raw).chat_id)) : null;
    if (fault === "silence") return;
    if (fault === "reset") return void request.socket.destroy();
    if (fault && fault !== "unanswered") {
      return void response
        .writeHead(fault.status, { "content-type": "application/json" })
        .end(JSON.stringify(fault.body));
    }
    await forward(path, raw, response, fault === null).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const doorUrl = () => `http://127.0.0.1:${(door.address() as AddressInfo).port}`;

  return {
    url: doorUrl(),
    said,
    calls: calls as readonly BotCall[],
    async stop(): Promise<void> {
      door.closeAllConnections();
      door.close();
      await state.api.server.stop();
    },
    /** What goes wrong from now on. */
    failWith(fault: (chatId: number) => Fault): void {
      state.fault = fault;
    },
    /** Away for a moment, and with nothing of what it knew. */
    async restart(awayMs: number): Promise<void> {
      await state.api.server.stop();
      state.webhook = null;
      await pause(awayMs);
      state.api = await startApi(await freePort());
    },
    /** Somebody with a Telegram of their own, in a language. */
    person(chatId: number, firstName = "Anna", language = "en") {
      const from = { language_code: language };
      const options = { chatId, userId: chatId, firstName, userName: `user${chatId}` };
      const client = () => state.api.server.getClient(BOT_TOKEN, options);
      return {
        command: (text: string) => client().sendCommand(client().makeCommand(text, { from })),
        write: (text: string) => client().sendMessage(client().makeMessage(text, { from })),
        press: (data: string) =>
          client().sendCallback(
            client().makeCallbackQuery(data, { from, message: { message_id: 1, date: 1 } }),
          ),
        heard: () => said.filter((one) => one.chatId === chatId),
      };
    },
  };
}

async function startApi(port: number): Promise<{ url: string; server: BotApi }> {
  const server = new TelegramServer({ port, host: "127.0.0.1", storeTimeout: 3_600 });
  await server.start();
  return { url: `http://127.0.0.1:${port}`, server };
}

type Sent = { chat_id: number; text: string; reply_markup?: { inline_keyboard?: Said["buttons"][] } };

function readSaid({ chat_id: chatId, text, reply_markup: markup }: Sent): Omit<Said, "isAnswered"> {
  return {
    atMs: performance.now(),
    chatId: Number(chatId),
    text,
    buttons: (markup?.inline_keyboard ?? []).flat(),
  };
}
