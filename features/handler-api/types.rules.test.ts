import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readParameters } from "#features/handler-api/request.rules.ts";
import { readSpelling, withTypesOfKey } from "#features/handler-api/types.rules.ts";
import { typesNames } from "#features/identity/api-keys/api-keys.rules.ts";

const page = readFileSync(path.join(import.meta.dirname, "../../docs/protocol.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^ {2}\| `\w+`/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const asked = (query: string) => readSpelling(readParameters(query));

describe("the values of types", () => {
  it("stand in docs/protocol.md with what each of them writes", () => {
    const written = typesNames.map((name) => {
      const { order, again, codes, stock, prices } = asked(`types=${name}`);
      return [
        name,
        order,
        again === "boolean" ? "boolean" : '"1", "0"',
        // Programs that want a boolean in an order declare a text in lists.
        '"1", "0"',
        codes === "list" ? "list" : "newest, text",
        stock === "plain" ? "`tg`, numbers" : "`tg_0`, text",
        prices === "steps" ? "stock per price" : "cost",
      ];
    });
    expect(rows.slice(1).map(([name, ...cells]) => [name?.match(/`(\w+)`/)?.[1], ...cells])).toEqual(written);
  });

  it.each([
    "",
    "types=",
    "types=undefined",
    "types=Classic",
    "types=text",
    "types=__proto__",
    "types=toString",
  ])("are the usual one when the parameters are %j", (query) =>
    expect(asked(query)).toEqual(asked("types=standard")),
  );

  it("are the key's own when the parameters name none, and the parameters' when they do, also one that is no name", () => {
    const ofKey = (query: string) => readSpelling(withTypesOfKey(readParameters(query), "classic"));
    for (const none of ["", "types=", "types=undefined"]) expect(ofKey(none)).toEqual(asked("types=classic"));
    for (const named of ["types=plain", "types=standard", "types=text"])
      expect(ofKey(named)).toEqual(asked(named));
  });

  it("are read from the address and from the body, which wins", () => {
    const classic = readSpelling(readParameters("types=plain", "types=classic"));
    expect(classic).toEqual(asked("types=classic"));
  });
});
