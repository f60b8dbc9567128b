/** What stands in a list that live events correct: its id, and when (monotonic clock of this page) its state was received. */
type Received = { readonly id: number; readonly receivedAtMs: number };

/**
 * A list as it was read, corrected by what live events told since `readSinceMs`, when the reading began. `isOvertaken`: whether the
 * first state of the two is older than the second.
 */
export function mergedByEvents<Item extends Received>(
  read: readonly Item[],
  known: readonly Item[],
  readSinceMs: number,
  isOvertaken: (next: Item, known: Item) => boolean,
): Item[] {
  const told = known.filter(({ receivedAtMs }) => receivedAtMs >= readSinceMs);
  const corrected = read.map((item) => {
    const newer = told.find(({ id }) => id === item.id);
    return newer && isOvertaken(item, newer) ? newer : item;
  });
  return [...told.filter(({ id }) => !read.some((other) => other.id === id)), ...corrected];
}
