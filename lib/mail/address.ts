/**
 * The one rule for mail addresses. Whoever takes an address from a person, a provider or a setting for people takes it through
 * `normaliseEmail`; the mailer sends to what it answers and to nothing else.
 */

/** Longest address that SMTP can carry. */
const EMAIL_MAX_CHARACTERS = 254;

/** Printable ASCII, one @, a host with at least one dot; linear, so that no text can make it slow. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const HOST_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

export type NormalisedEmail = {
  /** Where mail is sent. */
  readonly email: string;
  /** What makes two spellings one person. */
  readonly emailKey: string;
};

/**
 * One spelling per mailbox, made before anything is checked: NFKC (full-width `＠` becomes `@`), lower case,
 * trailing dots of the host dropped. What is not ASCII afterwards is a look-alike and refused (null).
 * The key drops the plus tag too, so that `a+1@x.com` and `A@X.com.` are the same person.
 */
export function normaliseEmail(text: string): NormalisedEmail | null {
  if (text.length > 2 * EMAIL_MAX_CHARACTERS) return null;
  const folded = text.normalize("NFKC").trim().toLowerCase();
  const parts = folded.split("@");
  const [local, rawHost] = parts;
  if (parts.length !== 2 || !local || !rawHost) return null;
  const host = rawHost.endsWith(".") ? rawHost.slice(0, -1) : rawHost;
  if (!isLocalPart(local) || !isHost(host)) return null;
  const email = `${local}@${host}`;
  if (email.length > EMAIL_MAX_CHARACTERS) return null;
  const untagged = local.split("+")[0] ?? "";
  return { email, emailKey: `${untagged === "" ? local : untagged}@${host}` };
}

/** True when the text can be an address; for forms. */
export function isEmail(text: string): boolean {
  return normaliseEmail(text) !== null;
}

/** True when the text is an address in its one spelling, as it is stored and sent to. */
export function isStoredEmail(text: string): boolean {
  return normaliseEmail(text)?.email === text;
}

/**
 * One key for one mailbox where mail is counted: some hosts pass over dots in an address, so that a thousand spellings end
 * in one box. Accounts are told apart by `emailKey`.
 */
export function mailboxKey(emailKey: string): string {
  const [local = "", host = ""] = emailKey.split("@");
  const isDotless = /^(gmail|googlemail)\.com$/.test(host);
  return isDotless ? `${local.replaceAll(".", "")}@gmail.com` : emailKey;
}

function isLocalPart(local: string): boolean {
  return LOCAL_PART.test(local) && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
}

function isHost(host: string): boolean {
  const labels = host.split(".");
  return (
    labels.length >= 2 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}
