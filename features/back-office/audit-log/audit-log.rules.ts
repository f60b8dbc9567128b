/**
 * The key of an action's sentence below `backOffice.audit`, and what it was done to: `withdrawal.approve` of `withdrawal:12` is
 * the sentence `withdrawal.approve` of 12.
 */
export function sentenceOf(action: string, subject: string): { key: string; id: string } {
  return { key: action, id: subject.slice(subject.indexOf(":") + 1) };
}
