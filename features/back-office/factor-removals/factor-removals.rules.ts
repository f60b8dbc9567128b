/** A proposal is decided once, and what is decided stays so. */
export const removalStates = ["proposed", "carried_out", "rejected", "withdrawn"] as const;
export type RemovalState = (typeof removalStates)[number];

/** What keeps somebody from signing a removal, or null: it takes two people, neither of them its owner. */
export function findRemovalProblem(
  removal: { readonly userId: number; readonly proposerId: number },
  staffId: number,
): "same-person" | "own-account" | null {
  if (staffId === removal.userId) return "own-account";
  return staffId === removal.proposerId ? "same-person" : null;
}
