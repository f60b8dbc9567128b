/**
 * A feature is made of topics: each folder in it, and each file beside the folders (a topic of one file). Topics stand above one
 * another as features do. `from` and `to` are topics of one feature, as they are called there: "tether", "payments.client.ts".
 */
export type Step = { readonly feature: string; readonly from: string; readonly to: string };
export type KnownStep = Step & { readonly because: string };
export type Import = { readonly file: string; readonly imports: string };
type Found = Step & Import;

/** Tests, and rows and set-up of tests, look at a feature from outside. */
const OUTSIDE = /\.test\.tsx?$|\.factory\.ts$/;
const FEATURE_FILE = /^features\/([^/]+)\/([^/]+)/;

/**
 * What is wrong, an entry each: every circle between topics of a feature that is left when the known steps are taken away, with an
 * import for each of its steps; where none is left, every known step that closes no circle any more.
 */
export function judgeCircles(imports: readonly Import[], known: readonly KnownStep[]): string[] {
  const steps = listSteps(imports);
  const circlesWithout = (rows: readonly Step[]) =>
    findCircles(steps.filter((step) => !rows.some((row) => isSame(row, step))));
  const circles = circlesWithout(known);
  if (circles.length > 0) return circles.map(sayCircle);
  return known
    .filter((row) => circlesWithout(known.filter((other) => other !== row)).length === 0)
    .map(({ feature, from, to }) => `${feature}: ${from} -> ${to} closes no circle; take it out of the list`);
}

function listSteps(imports: readonly Import[]): Found[] {
  return imports.flatMap((one) => {
    const [, feature, from] = FEATURE_FILE.exec(one.file) ?? [];
    const [, other, to] = FEATURE_FILE.exec(one.imports) ?? [];
    if (!feature || !from || !to || feature !== other || from === to || OUTSIDE.test(one.file)) return [];
    return [{ ...one, feature, from, to }];
  });
}

const isSame = (one: Step, other: Step) =>
  one.feature === other.feature && one.from === other.from && one.to === other.to;

function sayCircle(circle: readonly Found[]): string {
  const topics = circle.map(({ from }) => from);
  return [
    `${circle[0]?.feature}: ${[...topics, topics[0]].join(" -> ")}`,
    ...circle.map(({ file, imports }) => `    ${file} imports ${imports}`),
  ].join("\n");
}

/** The shortest circle through each topic, each circle once and beginning with the topic that comes first in the alphabet. */
function findCircles(steps: readonly Found[]): Found[][] {
  const leaving = Map.groupBy(steps, ({ feature, from }) => `${feature}/${from}`);
  const circles = new Map<string, Found[]>();
  for (const topic of leaving.keys()) {
    const circle = shortestWayBack(topic, leaving);
    const topics = circle.map(({ feature, from }) => `${feature}/${from}`);
    const first = topics.indexOf([...topics].sort()[0] ?? "");
    if (circle.length > 0) {
      circles.set([...topics].sort().join(" "), [...circle.slice(first), ...circle.slice(0, first)]);
    }
  }
  return [...circles.values()];
}

function shortestWayBack(topic: string, leaving: ReadonlyMap<string, readonly Found[]>): Found[] {
  const seen = new Set<string>();
  const ways: { at: string; way: Found[] }[] = [{ at: topic, way: [] }];
  for (const { at, way } of ways) {
    for (const step of leaving.get(at) ?? []) {
      const reached = `${step.feature}/${step.to}`;
      if (reached === topic) return [...way, step];
      if (seen.has(reached)) continue;
      seen.add(reached);
      ways.push({ at: reached, way: [...way, step] });
    }
  }
  return [];
}
