import { parseSync } from "@swc/core";

export type TestTitle = {
  /** The title of the test itself. */
  readonly title: string;
  /** Titles of the `describe`s around it, from the outside. */
  readonly within: readonly string[];
};

type Node = { readonly type: string; readonly [member: string]: unknown };

/** The titles of every `it` and `test` in a file's text, with `each` or without. */
export function listTestTitles(text: string, tsx = false): TestTitle[] {
  const titles: TestTitle[] = [];
  visit(parseSync(text, { syntax: "typescript", tsx }) as unknown as Node, [], titles);
  return titles;
}

function visit(node: unknown, within: readonly string[], titles: TestTitle[]): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, within, titles);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const call = (node as Node).type === "CallExpression" ? readCall(node as Node) : null;
  if (call && call.name !== "describe") titles.push({ title: call.title, within });
  const inside = call?.name === "describe" ? [...within, call.title] : within;
  for (const member of Object.values(node)) visit(member, inside, titles);
}

/** `it("...", ...)`, `test.each(rows)("...", ...)`; null for any other call. */
function readCall(node: Node): { name: string; title: string } | null {
  const [first, second] = node.arguments as { expression: Node }[];
  const title = first && second && textOf(first.expression);
  const name = rootOf(node.callee as Node);
  return title && /^(it|test|describe)$/.test(name) ? { name, title } : null;
}

/** The name that a chain of members and calls begins with. `test.step` and the like are no tests. */
function rootOf(node: Node): string {
  if (node.type === "Identifier") return node.value as string;
  if (node.type === "CallExpression") return rootOf(node.callee as Node);
  if (node.type === "TaggedTemplateExpression") return rootOf(node.tag as Node);
  if (node.type !== "MemberExpression") return "";
  const member = (node.property as Node).value;
  return member === "step" ? "" : rootOf(node.object as Node);
}

function textOf(node: Node): string | null {
  if (node.type === "StringLiteral") return node.value as string;
  if (node.type !== "TemplateLiteral") return null;
  return (node.quasis as { raw: string }[]).map(({ raw }) => raw).join("%s");
}

/** What keeps a title from being read alone as a guarantee; null when nothing does. */
export function findTitleProblem({ title, within }: TestTitle): string | null {
  const words = title.split(/\s+/);
  const own = words.filter((word) => /\p{L}/u.test(word.replaceAll(PLACEHOLDER, "")));
  const [first = ""] = words;
  if (words.length < 5 || own.length < 3) return "says too little";
  if (/^(and|also|but|or|nor)$/.test(first)) return "goes on with another title";
  if (within.length === 0 && VERB.test(first)) return "has no subject";
  return null;
}

const PLACEHOLDER = /%(?:\d+\$)?[sdifjo#]|\$[\w.]+/g;

/** Verbs that titles begin with where a `describe` says who does it. A noun in the plural is none of them. */
const VERB =
  /^(is|are|was|has|have|does|can|may|must|needs|takes|says|tells|shows|refuses|reads|writes|keeps|gives|names|cancels|speaks|fetches|knows|holds|finds|answers|goes|makes|leaves|sells|drops|ignores|ends|puts|draws|opens|treats|begins|beats|survives|waits|stays|stops|works|lets|returns|starts|closes|buys|pays|follows|moves|hides|uses|turns|rents|copies|sees|calls|brings|accepts|saves|stands)$/;
