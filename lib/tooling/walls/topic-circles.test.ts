import { describe, expect, test } from "vitest";
import { type Import, judgeCircles } from "#lib/tooling/walls/topic-circles.ts";

/** Imports of one feature, written as "shop/shop.routes.ts > goods/goods.reads.ts". */
const importsOf = (feature: string, ...lines: string[]): Import[] =>
  lines.map((line) => {
    const [file, imports] = line.split(" > ").map((name) => `features/${feature}/${name}`);
    return { file: file ?? "", imports: imports ?? "" };
  });

const goodsFirst = importsOf("market", "shop/shop.routes.ts > goods/goods.reads.ts");
const planted = [
  ...goodsFirst,
  ...importsOf(
    "market",
    "goods/goods.reads.ts > shelves/shelves.rules.ts",
    "shelves/shelves.rules.ts > shop/shop.rules.ts",
  ),
];

describe("folders of a feature", () => {
  test("a planted circle between folders is refused, with the imports that close it", () => {
    expect(judgeCircles(planted)).toEqual([
      [
        "market: goods -> shelves -> shop -> goods",
        "    features/market/goods/goods.reads.ts imports features/market/shelves/shelves.rules.ts",
        "    features/market/shelves/shelves.rules.ts imports features/market/shop/shop.rules.ts",
        "    features/market/shop/shop.routes.ts imports features/market/goods/goods.reads.ts",
      ].join("\n"),
    ]);
  });

  test("a circle through a file beside the folders is refused", () => {
    const imports = importsOf(
      "market",
      "market.reads.ts > goods/goods.rules.ts",
      "goods/goods.writes.ts > market.reads.ts",
    );
    expect(judgeCircles(imports)).toHaveLength(1);
    expect(judgeCircles(imports)[0]).toMatch(/^market: goods -> market\.reads\.ts -> goods\n/);
  });

  test("a circle inside a folder is refused under the folder's name", () => {
    const imports = importsOf(
      "market/goods",
      "shelves/shelves.reads.ts > labels/labels.rules.ts",
      "labels/labels.rules.ts > shelves/shelves.rules.ts",
    );
    expect(judgeCircles(imports)).toEqual([
      expect.stringMatching(/^market\/goods: labels -> shelves -> labels\n/),
    ]);
  });

  test("shared files, topics and what assembles them stand above one another without a circle", () => {
    const imports = importsOf(
      "market",
      "goods/goods.reads.ts > market.rules.ts",
      "market.routes.ts > goods/goods.reads.ts",
      "market.routes.ts > market.rules.ts",
      "goods/goods.reads.ts > goods/goods.rules.ts",
    );
    expect(judgeCircles(imports), "Nothing of this is a circle.").toEqual([]);
  });

  test("tests and factories may look at a topic from any side", () => {
    const imports = [
      ...goodsFirst,
      ...importsOf(
        "market",
        "goods/goods.reads.db.test.ts > shop/shop.routes.ts",
        "goods/goods.factory.ts > shop/shop.writes.ts",
      ),
    ];
    expect(judgeCircles(imports), "Nothing of this is a circle.").toEqual([]);
  });

  test("a circle between two features is no circle of topics", () => {
    const imports = [
      ...goodsFirst,
      { file: "features/market/goods/goods.reads.ts", imports: "features/other/shop/shop.rules.ts" },
      { file: "features/other/shop/shop.rules.ts", imports: "features/market/shop/shop.rules.ts" },
    ];
    expect(judgeCircles(imports), "Features have an order of their own.").toEqual([]);
  });
});
