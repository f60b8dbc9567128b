import { parseSync } from "@swc/core";

type Node = { readonly type: string; readonly [member: string]: unknown };

/** Stands in a text where a value or another part is put in. */
export const HOLE = "\u0000";

/**
 * Every text in a file of TypeScript that may be a statement or a part of one: templates with `HOLE` for what is put in, and plain
 * strings. What is put in and is a text itself comes as one of its own. Addresses of imports are none.
 */
export function listTexts(text: string, tsx = false): string[] {
  const texts: string[] = [];
  visit(parseSync(text, { syntax: "typescript", tsx }) as unknown as Node, texts);
  return texts;
}

const IMPORTS = new Set(["ImportDeclaration", "ExportAllDeclaration"]);

function visit(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, texts);
    return;
  }
  if (typeof node !== "object" || node === null || IMPORTS.has((node as Node).type)) return;
  const { type, value, quasis } = node as Node;
  if (type === "StringLiteral") texts.push(value as string);
  if (type === "TemplateLiteral") texts.push((quasis as { raw: string }[]).map(({ raw }) => raw).join(HOLE));
  for (const member of Object.values(node)) visit(member, texts);
}
