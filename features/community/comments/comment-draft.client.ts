type Draft = { readonly userId: number | null; readonly text: string };

/**
 * Keeps in this tab what somebody is writing (`userId` null: who that is was not known yet), since a session that ends takes the form
 * away, and the way back leads over another page. A text without words is forgotten.
 */
export function keepDraft(name: string, draft: Draft): void {
  try {
    if (draft.text.trim() === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing lets one write all the same.
  }
}

/** What this tab keeps under a name of what a user was writing; "" for nothing, and for what another account wrote. */
export function keptDraft(name: string, userId: number): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null") as Partial<Draft> | null;
    const isTheirs = (kept?.userId ?? userId) === userId;
    return isTheirs && typeof kept?.text === "string" ? kept.text : "";
  } catch {
    return "";
  }
}
