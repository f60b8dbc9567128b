import { parseTemplate } from "#features/ready-accounts/stock/template.rules.ts";

/**
 * Lines of stock by a template, for the default start: accounts that exist nowhere. `name` tells those of one offer from others',
 * `newSecret` fills every field but the first.
 */
export function firstStockText(
  template: string,
  { name, count, newSecret }: { name: string; count: number; newSecret: () => string },
): string {
  const parsed = parseTemplate(template);
  if (!parsed) throw new Error(`Not a template: ${template}`);
  const lineOf = (nth: number) =>
    parsed.fields
      .map((_, at) => (at === 0 ? `${name}-${nth + 1}` : newSecret()))
      .join(parsed.separator ?? "");
  return Array.from({ length: count }, (_, nth) => lineOf(nth)).join("\n");
}
