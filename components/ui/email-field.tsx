import type { ComponentProps } from "react";
import { TextField } from "#components/ui/text-field.tsx";

/** Where an e-mail address is entered, with the keyboard that phones have for it. `autoComplete`: "username" where it is a login. */
export function EmailField({ autoComplete = "email", ...rest }: ComponentProps<typeof TextField>) {
  return <TextField {...rest} type="email" inputMode="email" autoComplete={autoComplete} />;
}
