import { z } from "zod";
import { assistantLimits } from "#features/assistants/assistants.rules.ts";
import { restLimits } from "#features/rest-api/rest-api.rules.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

/** What is sent to a call of REST v1. */
export type Sent = {
  readonly params?: Readonly<Record<string, number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
};

/** Makes a call of REST v1 with the key of whoever calls the tool, and answers its body. Throws `RestRefusal`. */
export type Ask = <E extends Endpoint>(endpoint: E, sent?: Sent) => Promise<z.output<E["response"]>>;

/** What a tool works with. */
export type ToolContext = {
  readonly ask: Ask;
  /** Tells that a wait goes on, to who wants to hear it; null: nobody does. */
  readonly tellProgress: ((waitedSeconds: number, ofSeconds: number) => Promise<void>) | null;
  /** The caller has gone. */
  readonly signal: AbortSignal;
};

/** What a client may think of a tool before it asks its person. */
export type ToolHints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** It tells what others wrote. */
  readonly openWorldHint: boolean;
};

export const reads: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Of what brings SMS. */
export const readsSms: ToolHints = { ...reads, openWorldHint: true };
/** Spends money or ends something: a person is to be asked. A repeated call does nothing more. */
export const spends: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};
/** Changes something that costs nothing and ends nothing. */
export const adds: ToolHints = { ...spends, destructiveHint: false };

export type Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The calls of REST v1 that it makes: what they ask of a key decides who sees the tool. */
  readonly endpoints: readonly Endpoint[];
  readonly hints: ToolHints;
  readonly input: Input;
  readonly output: Output;
  run(
    input: z.output<Input>,
    context: ToolContext,
  ): Promise<{ readonly sentence: string; readonly data: z.output<Output> }>;
};

/** Declares a tool as plain data with what it does: a translation of calls of REST v1, never a rule of its own. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool {
  return tool as unknown as Tool;
}

export const countryId = z.number().int().min(0).max(999_999);
export const orderId = z.number().int().min(1).max(999_999_999_999_999);
export const maxPriceKopecks = z.number().int().min(1).max(1_000_000_000);
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,200}$/)
  .describe(
    "8 to 200 characters of your own, such as a UUID: a new one for each thing to buy. Keep it: the same key with the same arguments " +
      "answers the same order again and buys nothing more",
  );
export const limit = z
  .number()
  .int()
  .min(1)
  .max(assistantLimits.entriesMax)
  .default(assistantLimits.entriesDefault)
  .describe("Entries at most");
export const cursor = z.string().max(60).optional().describe("nextCursor of the page before");
export const nextCursor = z.string().nullable().describe("For the next page; null: this was the last one");
export const waitSeconds = z
  .number()
  .int()
  .min(0)
  .max(assistantLimits.waitSecondsMax)
  .default(assistantLimits.waitSecondsDefault)
  .describe("Answers as soon as something comes, or after so many seconds; then call again");

/** Waits by calls of REST v1 that wait themselves, until there is news, the time is over or the caller has gone. */
export async function waitForNews<Found>(
  { tellProgress, signal }: ToolContext,
  seconds: number,
  read: (wait: number) => Promise<Found>,
  isNews: (found: Found) => boolean,
): Promise<Found> {
  const stepSeconds = tellProgress ? assistantLimits.progressSeconds : restLimits.waitSecondsMax;
  for (let waited = 0; ; ) {
    const wait = Math.min(stepSeconds, seconds - waited);
    const found = await read(wait);
    waited += wait;
    if (isNews(found) || waited >= seconds || signal.aborted) return found;
    await tellProgress?.(waited, seconds);
  }
}
