import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod/mini";
import { emailField, requiredField } from "#features/identity/form-fields.client.ts";

/** The checks of the login form. `t` reads the texts of `identity`. */
export function loginChecks(t: (key: string) => string) {
  return zodResolver(z.object({ email: emailField(t), password: requiredField(t) }));
}
