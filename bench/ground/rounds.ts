/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Measures a thing and its yardstick in turns, so that a slow moment of the machine hits both; every other round the
 * other one begins. Answers the median of the rounds' ratios (subject / yardstick) and of each side.
 */
export async function compare(
  rounds: number,
  sides: { subject: () => Promise<number>; yardstick: () => Promise<number> },
): Promise<{ ratio: number; subject: number; yardstick: number; ratios: number[] }> {
  const subjects: number[] = [];
  const yardsticks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      async () => subjects.push(await sides.subject()),
      async () => yardsticks.push(await sides.yardstick()),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  const ratios = subjects.map((subject, index) => subject / yardsticks[index]!);
  return { ratio: median(ratios), subject: median(subjects), yardstick: median(yardsticks), ratios };
}
