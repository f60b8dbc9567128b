import { afterAll } from "vitest";
import { type Fault, startBotApi } from "#lib/testing/bot-api.ts";

export const tooMany = (retryAfter: number): Fault => ({
  status: 429,
  body: {
    ok: false,
    error_code: 429,
    description: `Too Many Requests: retry after ${retryAfter}`,
    parameters: { retry_after: retryAfter },
  },
});
export const serverFault: Fault = {
  status: 500,
  body: { ok: false, error_code: 500, description: "Internal" },
};
export const blockedFault: Fault = {
  status: 403,
  body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
};

/** A Bot API on a real port for the tests of a file. */
export async function givenTelegram() {
  const { stop, ...telegram } = await startBotApi();
  afterAll(stop);
  return telegram;
}
