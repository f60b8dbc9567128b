import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

/** How often a write whose answer was lost is sent again by itself, always with the same key. */
export const resendsMax = 3;
export const resendPauseMs = 1_500;

/**
 * What a refusal says about a write: `definite` the wish is answered, `unknown` it may have been carried out and is sent again,
 * `later` its key stays, but sending it again at once helps nobody.
 */
export type Verdict = "definite" | "unknown" | "later";

/** For most writes: no answer, a fault, or an earlier call with the key that is not done is no answer to the wish. */
export function judgeProblem({ status, code }: Pick<ApiProblem, "status" | "code">): Verdict {
  // The person shows a code, and the same wish goes on.
  if (code === "STEP_UP_NEEDED") return "later";
  return status === 0 || status >= 500 || code === "IDEMPOTENCY_IN_FLIGHT" ? "unknown" : "definite";
}

type Intent<Asked> = { readonly key: string; readonly asked: Asked };

function heldIntent<Asked>(name: string): Intent<Asked> | null {
  try {
    const { key, asked } = JSON.parse(sessionStorage.getItem(name) ?? "null") as Partial<Intent<Asked>>;
    return typeof key === "string" && key.length >= 8 && asked !== undefined ? { key, asked } : null;
  } catch {
    return null;
  }
}

/** What was asked under `name` and never got a definite answer, or null: asked again as it was, nothing is done twice. */
export function unanswered<Asked>(name: string): Asked | null {
  return heldIntent<Asked>(name)?.asked ?? null;
}

/** The key of the same wish that was not answered, else a new one; another wish is another key. */
function holdIntent<Asked>(name: string, asked: Asked): Intent<Asked> {
  const held = heldIntent<Asked>(name);
  if (held && JSON.stringify(held.asked) === JSON.stringify(asked)) return held;
  const intent = { key: crypto.randomUUID(), asked };
  sessionStorage.setItem(name, JSON.stringify(intent));
  return intent;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a write that must happen once. Its idempotency key is held under `name` for as long as this tab lives, until an answer is
 * definite: a lost answer is asked for again with the same key, by itself and by the next call with the same `asked`. `send`
 * makes the call with the headers it is given. Throws ApiProblem.
 */
export async function callOnce<Asked, Answer>(
  name: string,
  asked: Asked,
  send: (headers: Record<string, string>) => Promise<{ data: Answer }>,
  judge: (problem: ApiProblem) => Verdict = judgeProblem,
): Promise<Answer> {
  const { key } = holdIntent(name, asked);
  for (let resend = 0; ; resend += 1) {
    try {
      const { data } = await send({ "Idempotency-Key": key });
      sessionStorage.removeItem(name);
      return data;
    } catch (error) {
      const problem = toApiProblem(error);
      const verdict = judge(problem);
      if (verdict === "definite") sessionStorage.removeItem(name);
      if (verdict !== "unknown" || resend >= resendsMax) throw problem;
      await pause(resendPauseMs);
    }
  }
}
