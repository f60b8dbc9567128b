import { z } from "zod";
import { WORK_LEVEL_MAX } from "#features/identity/captcha/captcha.rules.ts";
import type { CaptchaGateway } from "#features/identity/captcha/gateway/captcha.gateway.ts";
import { requireEnv } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

const VERIFY_URL = "https://www.google.com/recaptcha/api/siteverify";
const TIMEOUT_MS = 5_000;

const Verdict = z.object({ success: z.boolean(), hostname: z.string().optional() });

/**
 * reCAPTCHA version 2; the provider accepts a token once and makes its own tasks harder for who looks like a script. A
 * token counts as work of every level: those who solve them for money ask more for one than the hardest work costs.
 */
export const recaptcha: CaptchaGateway = {
  async task() {
    return { provider: "recaptcha", siteKey: requireEnv("RECAPTCHA_SITE_KEY") };
  },
  async check(answer, ip) {
    const form = new URLSearchParams({
      secret: requireEnv("RECAPTCHA_SECRET_KEY"),
      response: answer,
      remoteip: ip,
    });
    try {
      const response = await fetch(VERIFY_URL, {
        method: "POST",
        body: form,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const verdict = Verdict.parse(await response.json());
      const host = new URL(requireEnv("PUBLIC_URL")).hostname;
      const isSolved = verdict.success && (verdict.hostname === undefined || verdict.hostname === host);
      return isSolved ? { isSolved, level: WORK_LEVEL_MAX } : { isSolved };
    } catch (error) {
      throw new AppError(apiErrors.UNAVAILABLE, { cause: error });
    }
  },
};
