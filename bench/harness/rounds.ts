/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export type Comparison = { ratio: number; subject: number; yardstick: number };

/**
 * Measures a thing and its yardstick in turns, so that a slow moment of the machine hits both; every other round the
 * other one begins. Answers the median of the rounds' ratios (subject / yardstick) and of each side.
 */
export async function compare(
  rounds: number,
  sides: { subject: () => Promise<number>; yardstick: () => Promise<number> },
): Promise<Comparison> {
  const { value } = await compareEach(rounds, {
    subject: async () => ({ value: await sides.subject() }),
    yardstick: async () => ({ value: await sides.yardstick() }),
  });
  return value;
}

/** The same for several things that one measurement tells. */
export async function compareEach<Name extends string>(
  rounds: number,
  sides: {
    subject: () => Promise<Record<Name, number>>;
    yardstick: () => Promise<Record<Name, number>>;
  },
): Promise<Record<Name, Comparison>> {
  const subjects: Record<Name, number>[] = [];
  const yardsticks: Record<Name, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      async () => subjects.push(await sides.subject()),
      async () => yardsticks.push(await sides.yardstick()),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  const names = Object.keys(subjects[0] ?? {}) as Name[];
  const comparisonOf = (name: Name): Comparison => ({
    ratio: median(subjects.map((subject, at) => subject[name] / yardsticks[at]![name])),
    subject: median(subjects.map((subject) => subject[name])),
    yardstick: median(yardsticks.map((yardstick) => yardstick[name])),
  });
  return Object.fromEntries(names.map((name) => [name, comparisonOf(name)])) as Record<Name, Comparison>;
}
