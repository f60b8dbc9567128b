import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT, writeFileAtomically } from "#lib/tooling/files.ts";
import { tableOf, withSection } from "#lib/tooling/page-section.ts";

/** One setting, or several that share a comment in `lib/env.ts`; `value` is the default as it is written there. */
export type Setting = { readonly name: string; readonly value: string | null };
export type SettingGroup = { readonly about: string; readonly settings: readonly Setting[] };

/** The settings that `lib/env.ts` declares, each with the comment above it; those without one share the comment before them. */
export function readSettings(source = readFileSync(path.join(ROOT, "lib/env.ts"), "utf8")): SettingGroup[] {
  const from = source.indexOf("z.object({");
  const body = source.slice(from, source.indexOf("\n});", from));
  const groups: { about: string; settings: Setting[] }[] = [];
  const items = body.matchAll(
    /\/\*\*([\s\S]*?)\*\/|^ {2}([A-Z][A-Z0-9_]*):([\s\S]*?)(?=^ {2}(?:\/\*\*|[A-Z])|(?![\s\S]))/gm,
  );
  for (const [, comment, name, declaration = ""] of items) {
    if (comment !== undefined) {
      const about = comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim();
      groups.push({ about, settings: [] });
    } else if (name) {
      if (groups.length === 0) groups.push({ about: "", settings: [] });
      groups.at(-1)?.settings.push({ name, value: defaultOf(declaration) });
    }
  }
  return groups.filter(({ settings }) => settings.length > 0);
}

function defaultOf(declaration: string): string | null {
  if (/^\s*flag\b/.test(declaration)) return "0";
  const written = /(?:\.default|^\s*(?:seconds|port|switchedTo))\(\s*("[^"]*"|[^)]*?)\s*\)/.exec(
    declaration,
  )?.[1];
  if (written === undefined) return null;
  return written.startsWith('"') ? written.slice(1, -1) : written.replaceAll("_", "");
}

/** The table of docs/operations.md. */
function settingsTable(groups: readonly SettingGroup[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = groups.map(({ about, settings }) => [
    settings.map(({ name, value }) => `\`${name}\`${value ? ` (${cell(value)})` : ""}`).join(", "),
    cell(about),
  ]);
  return tableOf(["setting (default)", "meaning"], rows);
}

/** `.env.example`: every setting with its comment, switched off where the default will do. */
function envExample(groups: readonly SettingGroup[]): string {
  const blocks = groups.map(({ about, settings }) =>
    [...(about ? [`# ${about}`] : []), ...settings.map(({ name, value }) => `# ${name}=${value ?? ""}`)].join(
      "\n",
    ),
  );
  return `# Drawn from lib/env.ts by "npm run settings". Copy what you need to .env of your process manager.\n\n${blocks.join("\n\n")}\n`;
}

/** What `npm run settings` writes: path from the root and content. */
export function settingsFiles(): { readonly file: string; readonly content: string }[] {
  const groups = readSettings();
  const page = "docs/operations.md";
  return [
    { file: page, content: withSection(path.join(ROOT, page), "settings", settingsTable(groups)) },
    { file: ".env.example", content: envExample(groups) },
  ];
}

if (import.meta.main)
  for (const { file, content } of settingsFiles()) writeFileAtomically(path.join(ROOT, file), content, 0o644);
