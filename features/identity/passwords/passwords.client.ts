import * as z from "zod/mini";
import {
  isLongEnough,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from "#features/identity/passwords.rules.ts";

/** A new password as forms check it; one sentence at a time. `t` reads the texts of `identity`. */
export function newPasswordField(t: (key: string, values?: Record<string, number>) => string) {
  return z.string().check(
    z.minLength(1, t("validation.required")),
    z.refine(
      (text) => text === "" || isLongEnough(text),
      t("validation.minCharacters", { min: PASSWORD_MIN_CHARACTERS }),
    ),
    z.maxLength(PASSWORD_MAX_CHARACTERS, t("validation.maxCharacters", { max: PASSWORD_MAX_CHARACTERS })),
  );
}
