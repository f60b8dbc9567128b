import * as z from "zod/mini";
import { parseMailCode } from "#features/identity/mail-code.rules.ts";
import { isEmail } from "#lib/mail/address.ts";

// Forms check with the small build of zod: the whole one weighs more than a form (decision 0590).

/** Reads the texts of `identity`. */
type Translate = (key: string) => string;

/** A text that must not be left out. */
export function requiredField(t: Translate) {
  return z.string().check(z.minLength(1, t("validation.required")));
}

/** An e-mail address; what is wrong with it is said in one sentence. */
export function emailField(t: Translate) {
  return z.string().check(
    z.trim(),
    z.minLength(1, t("validation.required")),
    z.refine((text) => text === "" || isEmail(text), t("validation.invalidEmail")),
  );
}

/** The code of a mail, with or without its gap. */
export function mailCodeField(t: Translate) {
  return z.string().check(
    z.minLength(1, t("validation.required")),
    z.refine((text) => text === "" || parseMailCode(text) !== null, t("mailCode.codeHint")),
  );
}

/** The box of what a newcomer agrees to. */
export function agreementField(t: Translate) {
  return z.boolean().check(z.refine(Boolean, t("validation.agreementNeeded")));
}
