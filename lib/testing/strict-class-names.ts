import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({ extend: { classGroups: { "font-size": ["text-2xl"] } } });

/** `cx` for tests of islands. Throws when two classes set the same property. */
export function cx(...classes: ClassValue[]): string {
  const given = clsx(classes).split(/\s+/).filter(Boolean);
  const kept = new Set(merge(given.join(" ")).split(" "));
  const lost = given.filter((name) => !kept.has(name));
  if (lost.length > 0)
    throw new Error(
      `"${lost.join(" ")}" and another class of "${given.join(" ")}" set the same property: ` +
        "choose one of them, or write the component's own as base:… (components/ui/class-names.ts).",
    );
  return given.join(" ");
}
