import { expect, test } from "vitest";
import { isTest, listSources } from "#lib/tooling/source-files.ts";

const sources = listSources().filter(
  ({ path: file }) => file.startsWith("features/") && file.endsWith(".ts") && !isTest(file),
);

/** What stands at the top of files, as "file: name". */
function declared(pattern: RegExp, within = /^features\//): string[] {
  return sources
    .filter(({ path: file }) => within.test(file))
    .flatMap(({ path: file, code }) => [...code.matchAll(pattern)].map(([, name]) => `${file}: ${name}`));
}

const PORTS = ["ActivationPort", "RentalPort", "SearchPort"];

test("each kind of order has one port, and nothing else is a port", () => {
  const types = declared(/^(?:export )?(?:type|interface) (\w+Port)\b/gm);
  expect(
    types.map((line) => line.split(": ")[1]).sort(),
    `A door translates to the port of its kind of order; what it needs becomes a member of that port.\n${types.join("\n")}`,
  ).toEqual(PORTS);
});

test("each port is implemented twice: by its own feature and in the sandbox", () => {
  for (const port of PORTS) {
    const made = declared(new RegExp(String.raw`\b(\w+): ${port} = \{`, "g"));
    expect(
      made.map((line) => line.split("/")[1]).sort(),
      `What differs between real orders and a sandbox's stands in these two; rules are shared.\n${made.join("\n")}`,
    ).toEqual([port === "RentalPort" ? "rentals" : "activations", "sandbox"]);
  }
});

test("handler_api.php has one table of what is done for each action", () => {
  expect(
    declared(/\b(\w+): Readonly<(?:Partial<)?Record<ActionName, Call>/g),
    "A sandbox is another port behind the same calls, never another table.",
  ).toEqual(["features/handler-api/calls.routes.ts: calls"]);
});

test("the middle of a purchase is placed by one function, with one input and one outcome", () => {
  const middle = /^features\/(?:activations\/(?:limits|purchase|reorder)\/|rentals\/purchase\.writes)/;
  const names = declared(/^(?:export )?(?:async )?(?:function|const|type) ([pP]lac\w*)/gm, middle);
  expect(
    names.filter((line) => !line.includes(".factory.ts")),
    "Buying has a name per door and step; to place is the word of place-order.writes.ts alone.",
  ).toEqual(
    ["Placement", "Placed", "placeOrder"].map(
      (name) => `features/activations/purchase/place-order.writes.ts: ${name}`,
    ),
  );
});
