import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { api } from "#lib/api/browser-client.ts";

type ToShow = { options: PublicKeyCredentialRequestOptionsJSON };

/**
 * Signs in with a passkey. `isInField`: the browser offers it where an address is typed, and nothing is shown before; it then
 * waits for as long as the page is there.
 */
export async function enterWithPasskey({ isInField = false } = {}): Promise<void> {
  const { data } = await api.post<ToShow>("auth/login/passkey/options");
  const passkey = await startAuthentication({ optionsJSON: data.options, useBrowserAutofill: isInField });
  await api.post("auth/login/passkey", { passkey });
}

/** Ends what waits in a field. */
export function stopOffering(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Shows a passkey where the code of the second factor is asked for. */
export async function showInsteadOfCode(challenge: string): Promise<void> {
  const { data } = await api.post<ToShow>("auth/login/second-factor/passkey/options", { challenge });
  const passkey = await startAuthentication({ optionsJSON: data.options });
  await api.post("auth/login/second-factor/passkey", { challenge, passkey });
}

/** Shows a passkey before a step that asks for it. */
export async function showAgain(): Promise<void> {
  const { data } = await api.post<ToShow>("auth/second-factor/step-up/passkey/options");
  const passkey = await startAuthentication({ optionsJSON: data.options });
  await api.post("auth/second-factor/step-up/passkey", { passkey });
}

/** Has the browser make a passkey and adds it to the account. */
export async function makePasskey(password: string, name: string): Promise<void> {
  type ToMake = { options: PublicKeyCredentialCreationOptionsJSON };
  const { data } = await api.post<ToMake>("auth/passkeys/options", { password });
  const passkey = await startRegistration({ optionsJSON: data.options });
  await api.post("auth/passkeys", { name, passkey });
}
