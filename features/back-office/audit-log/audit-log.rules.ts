import { flagOfRole } from "#features/back-office/people/role-flags.rules.ts";

/**
 * The key of an action's sentence below `backOffice.audit`, and what it was done to: `withdrawal.approve` of `withdrawal:12` is
 * the sentence `withdrawal.approve` of 12.
 */
export function sentenceOf(action: string, subject: string): { key: string; id: string } {
  return { key: action, id: subject.slice(subject.indexOf(":") + 1) };
}

/** Where the desk has words for a recorded value, below `backOffice`: by the subject of the action and the detail's name. */
const placesOfWords: Readonly<Record<string, string>> = {
  "account-claim.state": "accountClaims.states",
  "comment.state": "comments.states",
  "correction.kind": "corrections.kinds",
  "feedback.state": "feedback.states",
  "review.state": "reviews.states",
  "staff.before": "staff.permissions",
  "staff.after": "staff.permissions",
  "supplier.kind": "suppliers.kinds",
  "user.role": "person.flags",
};

/** The key below `backOffice` of the words for a value of an action's detail; null where the value stands as it was recorded. */
export function wordsOf(action: string, detail: string, value: string): string | null {
  const place = placesOfWords[`${action.slice(0, action.indexOf("."))}.${detail}`];
  if (!place) return null;
  return `${place}.${detail === "role" ? (flagOfRole as Record<string, string>)[value] : value}`;
}
