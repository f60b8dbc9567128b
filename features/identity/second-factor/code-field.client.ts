import * as z from "zod/mini";
import { parseCode } from "#features/identity/second-factor/second-factor.rules.ts";

/** The code of an authenticator, or a backup code. */
export function codeField(t: (key: string) => string) {
  return z.string().check(
    z.minLength(1, t("validation.required")),
    z.refine((text) => text === "" || parseCode(text) !== null, t("secondFactor.codeHint")),
  );
}
