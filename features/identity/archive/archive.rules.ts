/** An archive can be downloaded for so long. */
export const ARCHIVE_HOURS = 24;
/** So often it is tried to make one; the pauses between grow. */
export const ARCHIVE_TRIES = 5;

export const archiveStates = ["asked", "ready", "failed"] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** The name of the file: what is in it, and the day it was made (UTC). */
export function archiveFileName(readyAt: Date): string {
  return `account-data-${readyAt.toISOString().slice(0, 10)}.json`;
}

/** The member that a column is in the file: `price_kopecks` is `priceKopecks`. */
export function memberName(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
