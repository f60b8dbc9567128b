import { solveProofOfWork } from "#features/identity/captcha/proof-of-work.client.ts";
import type { Answer, TestApi } from "#lib/testing/test-api.ts";

/** What of a form is not as usual: who sends it, from where, and its fields. */
export type SentForm = { key?: string; user?: number; ip?: string; locale?: string } & Record<
  string,
  unknown
>;

/** The answer of a captcha before a form that leads to a mail. `api` has identity's routes. */
export async function solveCaptcha(api: TestApi): Promise<string> {
  const { body } = await api.call("GET", "/api/auth/captcha?for=mail");
  return (await solveProofOfWork(body.challenge)) ?? "";
}

/**
 * Sends a form that is open to guests, each time under an idempotency key and from a network of its own; a guest's with a solved
 * captcha. `filledIn`: the fields of the nth form.
 */
export function openForm(api: TestApi, path: string, filledIn: (nth: number, isGuest: boolean) => object) {
  let sent = 0;
  return async (form: SentForm = {}): Promise<Answer> => {
    const { key = crypto.randomUUID(), user, ip, locale, ...fields } = form;
    const nth = ++sent;
    const captcha = user ? {} : { captcha: await solveCaptcha(api) };
    return api.call("POST", path, {
      body: { ...filledIn(nth, !user), ...captcha, ...fields },
      headers: { "idempotency-key": key, ...(user ? { "x-test-user": String(user) } : {}) },
      ip: ip ?? `198.51.100.${nth % 250}`,
      ...(locale ? { locale } : {}),
    });
  };
}

/** The address of the nth guest, where a form asks for one. */
export function guestEmail(nth: number, isGuest: boolean): { email?: string } {
  return isGuest ? { email: `guest${nth}@example.com` } : {};
}
