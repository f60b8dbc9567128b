import { agentCodePattern } from "#features/licences/agents/agents.rules.ts";

const NAME = "software-agent";

/**
 * Keeps in this tab by whose link the reader came: who has to top up or to sign in first comes back over pages that know nothing of
 * it. Until the sale; a newer link counts instead.
 */
export function keepAgentCode(code: string): void {
  try {
    sessionStorage.setItem(NAME, code);
  } catch {
    // A browser that keeps nothing sells by the address alone.
  }
}

/** The code that this tab keeps; null for none. */
export function keptAgentCode(): string | null {
  try {
    const kept = sessionStorage.getItem(NAME);
    return kept !== null && agentCodePattern.test(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The agent has sold: what is bought later is nobody's sale, unless the address names somebody. */
export function forgetAgentCode(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}
