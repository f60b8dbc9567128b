/**
 * A feature is made of topics: each folder in it, and each file beside the folders (a topic of one file). Topics stand above one
 * another as features do, and so do those inside a topic. `within` is the feature or the folder in it, `from` and `to` are topics as
 * they are called there: "payments", "tether", "payments.client.ts".
 */
type Step = { readonly within: string; readonly from: string; readonly to: string };
export type Import = { readonly file: string; readonly imports: string };
type Found = Step & Import;

/** Tests, and rows and set-up of tests, look at a feature from outside. */
const OUTSIDE = /\.test\.tsx?$|\.factory\.tsx?$/;

/** What is wrong, an entry each: every circle between topics of a feature, with an import for each of its steps. */
export function judgeCircles(imports: readonly Import[]): string[] {
  return findCircles(listSteps(imports)).map(sayCircle);
}

function listSteps(imports: readonly Import[]): Found[] {
  return imports.flatMap((one) => {
    if (OUTSIDE.test(one.file)) return [];
    const [place, target] = [one.file.split("/"), one.imports.split("/")];
    const depth = place.findIndex((name, at) => name !== target[at]);
    const [from, to] = [place[depth], target[depth]];
    // Where two features part, their own order holds.
    if (place[0] !== "features" || depth < 2 || !from || !to) return [];
    return [{ ...one, within: place.slice(1, depth).join("/"), from, to }];
  });
}

function sayCircle(circle: readonly Found[]): string {
  const topics = circle.map(({ from }) => from);
  return [
    `${circle[0]?.within}: ${[...topics, topics[0]].join(" -> ")}`,
    ...circle.map(({ file, imports }) => `    ${file} imports ${imports}`),
  ].join("\n");
}

/** The shortest circle through each topic, each circle once, beginning with the topic that comes first in the alphabet; shortest circles first. */
function findCircles(steps: readonly Found[]): Found[][] {
  const leaving = Map.groupBy(steps, ({ within, from }) => `${within}/${from}`);
  const circles = new Map<string, Found[]>();
  for (const topic of leaving.keys()) {
    const circle = shortestWayBack(topic, leaving);
    const topics = circle.map(({ within, from }) => `${within}/${from}`);
    const first = topics.indexOf([...topics].sort()[0] ?? "");
    if (circle.length > 0) {
      circles.set([...topics].sort().join(" "), [...circle.slice(first), ...circle.slice(0, first)]);
    }
  }
  return [...circles.values()].sort((one, other) => one.length - other.length);
}

function shortestWayBack(topic: string, leaving: ReadonlyMap<string, readonly Found[]>): Found[] {
  const seen = new Set<string>();
  const ways: { at: string; way: Found[] }[] = [{ at: topic, way: [] }];
  for (const { at, way } of ways) {
    for (const step of leaving.get(at) ?? []) {
      const reached = `${step.within}/${step.to}`;
      if (reached === topic) return [...way, step];
      if (seen.has(reached)) continue;
      seen.add(reached);
      ways.push({ at: reached, way: [...way, step] });
    }
  }
  return [];
}
