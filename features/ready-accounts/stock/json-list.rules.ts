import {
  readCells,
  readLine,
  type StockRead,
  type StockTemplate,
  takeUnits,
  type UnitRead,
} from "#features/ready-accounts/stock/template.rules.ts";
import { JsonFault, readJson } from "#lib/json/bounded-json.ts";

const BOUNDS = { maxDepth: 3, maxValues: 100_000 };

/**
 * Reads a JSON list of stock: each account is an object with the template's names, or a text as the template says. Numbers are taken as
 * they are written. Throws JsonFault for what is no list.
 */
export function readJsonList(text: string, template: StockTemplate): StockRead {
  const list = readJson(text.replace(/^\uFEFF/, ""), BOUNDS, "text");
  if (!Array.isArray(list)) throw new JsonFault("Not a list");
  return takeUnits(list.map((item, at) => ({ line: at + 1, unit: readJsonUnit(item, template) })));
}

/** Reads one account of a JSON list: its text or its object. */
export function readJsonUnit(item: unknown, template: StockTemplate): UnitRead["unit"] {
  if (typeof item === "string") return readLine(item.trim(), template);
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "not-text";
  const members = item as Record<string, unknown>;
  const { fields } = template;
  const hasNames = fields.every((field) => Object.hasOwn(members, field));
  if (!hasNames || Object.keys(members).length !== fields.length) return "names";
  const cells = fields.map((field) => members[field]);
  return cells.every((cell) => typeof cell === "string") ? readCells(cells, template) : "not-text";
}
