import { setTimeout as pause } from "node:timers/promises";
import type { DinstarGateway } from "#app/_partner-agent/inputs/dinstar-gateway.ts";
import { Problem } from "#app/_partner-agent/problem.ts";

const ASK_EVERY_MS = 1_000;
const TURNS = 60;
const SENT = 200;

type Row = Readonly<Record<string, unknown>>;

/**
 * What the network answers to a code such as `*123#`. The gateway ties no answer to a question: what it has from before is read away first.
 * Throws a Problem when the port cannot send it, or nothing comes for a minute.
 */
export async function askDinstarUssd(
  gateway: DinstarGateway,
  port: number,
  code: string,
  everyMs = ASK_EVERY_MS,
): Promise<string> {
  await readReply(gateway, port);
  const { result } = await gateway.call("POST", "/api/send_ussd", {
    text: code,
    port: [port],
    command: "send",
  });
  const status = rowOf(result, port)?.status;
  if (status !== SENT)
    throw new Problem(
      `Port ${port} does not send ${code} (${String(status ?? "no word of it")}): it is busy, or not in a network.`,
    );
  for (let turn = 0; turn < TURNS; turn += 1) {
    await pause(everyMs);
    const reply = await readReply(gateway, port);
    if (reply !== "") return reply;
  }
  await gateway.call("POST", "/api/send_ussd", { port: [port], command: "cancel" });
  throw new Problem(`Nothing came back to ${code} within a minute.`);
}

async function readReply(gateway: DinstarGateway, port: number): Promise<string> {
  const { reply } = await gateway.call("GET", `/api/query_ussd_reply?port=${port}`);
  return String(rowOf(reply, port)?.text ?? "").trim();
}

function rowOf(rows: unknown, port: number): Row | undefined {
  return Array.isArray(rows) ? (rows as Row[]).find((row) => row.port === port) : undefined;
}
