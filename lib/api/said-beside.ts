/**
 * The `meta` of a mutation whose refusal stands beside what was pressed, or is said by who called it. Without it a failed mutation says
 * so in a notification by itself (`providers.island.tsx`): that would be the second time, often above an open dialog.
 */
export const saidBeside = { isSaidBeside: true } as const;
