import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

let domains: Set<string> | null = null;

/**
 * True when the mailbox is one of those that are thrown away: its host, or a domain above it, stands in the list of the package.
 * Nobody is refused for it and everything can be bought; the programmes give it nothing, since such a box is a new person every day.
 */
export function isDisposableMailbox(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  const labels = (email.split("@").at(-1) ?? "").trim().toLowerCase().split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    if (domains.has(labels.slice(from).join("."))) return true;
  }
  return false;
}
