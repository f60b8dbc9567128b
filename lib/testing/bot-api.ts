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
  makeCommand(text: string): object;
  makeMessage(text: string): object;
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
  readonly buttons: readonly {
    readonly text: string;
    readonly callback_data?: string;
    readonly url?: string;
  }[];
};

/** What goes wrong with a message: a refusal of the Bot API, no answer at all, a broken connection. */
export type Fault = { readonly status: number; readonly body: object } | "silence" | "reset" | null;

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

/** A Bot API on a real port that can fail; what arrived in chats is in `said`. */
export async function startBotApi() {
  const said: Said[] = [];
  const state = { fault: (_chatId: number): Fault => null, api: await startApi(await freePort()) };

  async function forward(path: string, raw: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(`${state.api.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: raw || "{}",
    });
    const text = await answer.text();
    if (path.endsWith("/sendMessage") && answer.ok) said.push(readSaid(JSON.parse(raw)));
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }

  const door = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString("utf8");
    const path = request.url ?? "";
    const fault = path.endsWith("/sendMessage") ? state.fault(Number(JSON.parse(raw).chat_id)) : null;
    if (fault === "silence") return;
    if (fault === "reset") return void request.socket.destroy();
    if (fault) {
      return void response
        .writeHead(fault.status, { "content-type": "application/json" })
        .end(JSON.stringify(fault.body));
    }
    await forward(path, raw, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    said,
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
      await pause(awayMs);
      state.api = await startApi(await freePort());
    },
    /** Somebody with a Telegram of their own. */
    person(chatId: number, firstName = "Anna") {
      const options = { chatId, userId: chatId, firstName, userName: `user${chatId}` };
      const client = () => state.api.server.getClient(BOT_TOKEN, options);
      return {
        command: (text: string) => client().sendCommand(client().makeCommand(text)),
        write: (text: string) => client().sendMessage(client().makeMessage(text)),
        press: (data: string) =>
          client().sendCallback(client().makeCallbackQuery(data, { message: { message_id: 1, date: 1 } })),
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

function readSaid({ chat_id: chatId, text, reply_markup: markup }: Sent): Said {
  return {
    atMs: performance.now(),
    chatId: Number(chatId),
    text,
    buttons: (markup?.inline_keyboard ?? []).flat(),
  };
}
