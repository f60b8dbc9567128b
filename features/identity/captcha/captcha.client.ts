import { useCallback, useEffect, useRef, useState } from "react";
import type { CaptchaPurpose, CaptchaTask } from "#features/identity/captcha/captcha.contract.ts";
import { type ApiProblem, getJson } from "#lib/api/browser-client.ts";
import { monotonicMs } from "#lib/clock.ts";

/** A solved proof older than this is made again, well before the server refuses it. */
const PROOF_LIFETIME_MS = 8 * 60_000;

/** `asked`: the form was sent before the visitor ticked the box. */
type CaptchaState = "idle" | "asked" | "working" | "solved" | "failed";

export type Captcha = {
  readonly state: CaptchaState;
  /** Set when the visitor has to tick Google's box. */
  readonly siteKey: string | null;
  /** How hard the work is; above 0 it may take a while. */
  readonly level: number;
  /** The answer for one call, working for it if need be. Null when it cannot be had; `state` is then "failed". */
  take(): Promise<string | null>;
  /** Says that the box has to be ticked before the form can go. */
  ask(): void;
  /** Takes note of a refusal: it may ask for harder work, which begins at once. */
  onRefused(problem: ApiProblem): void;
  /** Grows when an answer was used: Google's box must be drawn anew. */
  readonly round: number;
  /** Begins again after a failure. */
  retry(): void;
  /** What Google's box says: a token, or null when it ran out. */
  onToken(token: string | null): void;
  onScriptFailed(): void;
};

/**
 * The captcha of a form. A proof of work begins as soon as the form is on the screen and needs nobody; every answer
 * counts for one call, so `take` begins the next one.
 */
export function useCaptcha(isNeeded: boolean, purpose: CaptchaPurpose): Captcha {
  const [state, setState] = useState<CaptchaState>("idle");
  const [siteKey, setSiteKey] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [level, setLevel] = useState(0);
  const token = useRef<string | null>(null);
  const work = useRef<{ answer: Promise<string | null>; startedMs: number } | null>(null);
  const controller = useRef<AbortController | null>(null);

  const begin = useCallback(() => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState("working");
    const answer = solve(`for=${purpose}&level=${level}`, own, setSiteKey).then(
      (solved) => {
        if (!own.signal.aborted && solved !== "by-hand") setState(solved ? "solved" : "failed");
        return solved === "by-hand" ? null : solved;
      },
      () => {
        if (!own.signal.aborted) setState("failed");
        return null;
      },
    );
    work.current = { answer, startedMs: monotonicMs() };
    return answer;
  }, [purpose, level]);

  useEffect(() => {
    if (!isNeeded) return;
    void begin();
    return () => controller.current?.abort();
  }, [isNeeded, begin]);

  const take = useCallback(async () => {
    if (siteKey) {
      const given = token.current;
      token.current = null;
      if (given) setRound((count) => count + 1);
      return given;
    }
    const current = work.current;
    work.current = null;
    const isFresh = current && monotonicMs() - current.startedMs < PROOF_LIFETIME_MS;
    const answer = (isFresh ? await current.answer : null) ?? (await begin());
    work.current = null;
    return answer;
  }, [begin, siteKey]);

  return {
    state,
    siteKey,
    level,
    round,
    take,
    onRefused: ({ details }) => {
      if (typeof details?.workLevel === "number") setLevel(details.workLevel);
    },
    ask: () => setState((current) => (current === "failed" ? current : "asked")),
    retry: () => {
      setSiteKey(null);
      void begin();
    },
    onToken: (given) => {
      token.current = given;
      setState(given ? "solved" : "idle");
    },
    onScriptFailed: () => setState("failed"),
  };
}

async function solve(
  query: string,
  controller: AbortController,
  onSiteKey: (siteKey: string) => void,
): Promise<string | null | "by-hand"> {
  const task = await getJson<CaptchaTask>(`auth/captcha?${query}`, { signal: controller.signal });
  if (task.provider === "recaptcha") {
    if (!controller.signal.aborted) onSiteKey(task.siteKey);
    return "by-hand";
  }
  // Loaded when a form needs it: pages without forms carry nothing of it.
  const { solveProofOfWork } = await import("#features/identity/captcha/proof-of-work.client.ts");
  return solveProofOfWork(task.challenge, controller);
}
