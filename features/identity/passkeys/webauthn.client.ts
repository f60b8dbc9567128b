import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { api } from "#lib/api/browser-client.ts";

type ToShow = { options: PublicKeyCredentialRequestOptionsJSON };

/** What is offered in a field; `entering` is there once the browser has answered, and ends when the API has judged the answer. */
type Offer = { entering: Promise<void> | null };
let offer: Offer | null = null;

/**
 * Has the browser offer a passkey where an address is typed; nothing is shown before, and it waits for as long as the page is
 * there. Resolves when it has signed in, and rejects when it was refused or withdrawn.
 */
export async function offerInField(): Promise<void> {
  const own: Offer = { entering: null };
  offer = own;
  const stillStands = () => {
    if (offer !== own) throw new DOMException("The offer was withdrawn", "AbortError");
  };
  const { data } = await api.post<ToShow>("auth/login/passkey/options");
  // A request to the browser ends the one before it: a late offer must not end what a press has begun.
  stillStands();
  const passkey = await startAuthentication({ optionsJSON: data.options, useBrowserAutofill: true });
  stillStands();
  own.entering = enter(passkey);
  await own.entering;
}

/** Ends what waits in a field; a sign-in that it has begun goes on. */
export function stopOffering(): void {
  const isWaiting = offer !== null && offer.entering === null;
  offer = null;
  if (isWaiting) WebAuthnAbortService.cancelCeremony();
}

/**
 * Signs in with a passkey that the browser asks for. Where the offer in the field was answered in the same moment, that is the
 * sign-in: nobody is asked twice.
 */
export async function enterWithPasskey(): Promise<void> {
  const hasEntered = await offer?.entering?.then(
    () => true,
    () => false,
  );
  if (hasEntered) return;
  stopOffering();
  const { data } = await api.post<ToShow>("auth/login/passkey/options");
  await enter(await startAuthentication({ optionsJSON: data.options }));
}

async function enter(passkey: AuthenticationResponseJSON): Promise<void> {
  await api.post("auth/login/passkey", { passkey });
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
