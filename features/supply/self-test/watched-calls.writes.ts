import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { answerPartner, type ShownCall, shownCall } from "#features/supply/authenticate-partner.gate.ts";
import { blankKey, cutTo, exchangeLimits, harmless } from "#features/supply/health/unusable-answers.rules.ts";
import { mustRepeat, NO_SANDBOX_NUMBER } from "#features/supply/self-test/self-test.rules.ts";
import { listSandboxNumbers, listSeenCalls } from "#features/supply/self-test/self-tests.reads.ts";
import { claimSandboxSms, keepCall, lockRun } from "#features/supply/self-test/self-tests.writes.ts";
import { TakenSms } from "#features/supply/supply.contract.ts";
import { PartnerRefusal } from "#features/supply/supply.errors.ts";
import { monotonicMs, now } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { stringifyExactJson } from "#lib/json/exact-json.ts";
import { log } from "#lib/log.ts";

type Asked = { readonly db: Db; readonly request: Request; readonly requestId: string };

/** An agent may push before the worker has written down which number it gave: the call is looked at once more after this. */
const NUMBER_KNOWN_AFTER_MS = 700;

/**
 * Answers a partner's call as `answerPartner` does. While its sender runs the self-test the exchange is kept for it, and the first SMS on
 * the sandbox number is answered with an error although it was taken in: whoever follows the protocol sends it again.
 */
export async function answerWatched(
  { db, request, requestId }: Asked,
  work: () => Promise<Record<string, unknown>>,
): Promise<Response> {
  const [at, startedMs] = [now(), monotonicMs()];
  const response = await answerPartner(requestId, work);
  const call = shownCall(request);
  if (call === null) return response;
  try {
    return await judge(db, call, response, { at, tookMs: Math.round(monotonicMs() - startedMs), requestId });
  } catch (error) {
    log.warn(
      { selfTestId: call.selfTestId, error: (error as Error).message },
      "a call of a self-test was not kept",
    );
    return response;
  }
}

type Moment = { readonly at: Date; readonly tookMs: number; readonly requestId: string };

async function judge(db: Db, call: ShownCall, response: Response, moment: Moment): Promise<Response> {
  const sms = call.action === "PUSH_SMS" ? TakenSms.safeParse(call.members) : null;
  if (!sms?.success) return keep(db, call, response, moment);
  const { phone, smsId } = sms.data;
  // Other numbers of a supplier that sells are nobody's to look at here.
  if (!(await isSandboxNumber(db, call.selfTestId, phone))) return response;
  const isRefused = await withTransaction(db, async (tx) => {
    if (!(await lockRun(tx, call.selfTestId))) return null;
    await claimSandboxSms(tx, call.supplierId, smsId);
    const refuses = response.ok && mustRepeat(await listSeenCalls(tx, call.selfTestId));
    const answer = refuses ? await refusal(moment.requestId) : response.clone();
    await keepCall(tx, call.selfTestId, {
      ...factsOf(call, moment),
      ...(await readAnswer(answer)),
      ...{ httpStatus: answer.status, phone, smsId: response.ok ? smsId : null },
    });
    return refuses;
  });
  return isRefused ? refusal(moment.requestId) : response;
}

async function isSandboxNumber(db: Db, runId: number, phone: number): Promise<boolean> {
  const lent = async () => (await listSandboxNumbers(db, runId)).map(({ number }) => number);
  const known = await lent();
  if (known.length > 0) return known.includes(phone);
  await pause(NUMBER_KNOWN_AFTER_MS);
  return (await lent()).includes(phone);
}

const refusal = (requestId: string): Promise<Response> =>
  answerPartner(requestId, () => Promise.reject(new PartnerRefusal("SERVER_ERROR")));

async function keep(db: Db, call: ShownCall, response: Response, moment: Moment): Promise<Response> {
  const answered = await readAnswer(response.clone());
  const hasNumber = (await listSandboxNumbers(db, call.selfTestId)).length > 0;
  // Programs ask every second; before a number is lent there is nothing to learn.
  if (call.action === "CHECK_WORK" && !hasNumber) return response;
  // A report can be taken and bring no number for the test all the same.
  const lacksNumber = call.action.startsWith("NUMBERS_") && answered.error === null && !hasNumber;
  await keepCall(db, call.selfTestId, {
    ...factsOf(call, moment),
    ...answered,
    ...(lacksNumber ? { error: answered.refusedNumber ?? NO_SANDBOX_NUMBER } : {}),
    ...{ httpStatus: response.status, phone: null, smsId: null },
  });
  return response;
}

/** A call as it may be shown: without its key, and harmless on a screen. */
function factsOf({ action, members, text, hasUserAgent, isExact }: ShownCall, { at, tookMs }: Moment) {
  const key = String(members.key);
  // What an SMS says is kept in one place; everything else of the call is shown as it came.
  const said = typeof members.text === "string" ? `[${members.text.length} characters]` : null;
  const shown = said === null ? text : stringifyExactJson({ ...members, text: said });
  const request = cutTo(exchangeLimits.requestCharacters, harmless(blankKey(shown, key)));
  return { action, at, tookMs, request, hasUserAgent, isExact };
}

const Envelope = z.object({
  status: z.string(),
  error: z.string().optional(),
  message: z.string().optional(),
  refused: z.array(z.object({ error: z.string() })).optional(),
});

async function readAnswer(response: Response) {
  const text = await response.text();
  const { status, error = "ERROR", message = null, refused } = Envelope.parse(JSON.parse(text));
  return {
    error: status === "SUCCESS" ? null : error,
    detail: message,
    /** Why the first number of a report was not taken. */
    refusedNumber: refused?.[0]?.error ?? null,
    answer: cutTo(exchangeLimits.answerCharacters, text),
  };
}
