import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod/mini";
import { agreementField, emailField } from "#features/identity/form-fields.client.ts";
import { newPasswordField } from "#features/identity/passwords/passwords.client.ts";

type Translate = (key: string, values?: Record<string, number>) => string;

/** The checks of the registration form, with those of a password when it asks for one. `t` reads the texts of `identity`. */
export function registrationChecks(t: Translate, hasPassword: boolean) {
  return zodResolver(
    z.object({
      email: emailField(t),
      password: hasPassword ? newPasswordField(t) : z.string(),
      agreement: agreementField(t),
    }),
  );
}
