import path from "node:path";
import { locales } from "#lib/i18n/locales.ts";
import { ROOT, writeFileAtomically } from "#lib/tooling/files.ts";

/** Translations that are bundled, so that a file has to name their imports: their folder, and the file that is drawn. */
const bundled = [
  { folder: "messages", drawn: "lib/i18n/messages.gen.ts", name: "messageFiles" },
  {
    folder: "features/api-docs/words/data",
    drawn: "features/api-docs/words/data/words.gen.ts",
    name: "wordFiles",
  },
  {
    folder: "features/content/documents/data",
    drawn: "features/content/documents/data/documents.gen.ts",
    name: "documentFiles",
  },
];

/** The files that import a translation of every language of `lib/i18n/locales.ts`, as they should be. */
export function localeFiles(): { file: string; content: string }[] {
  return bundled.map(({ folder, drawn, name }) => {
    const imports = locales.map(
      (locale) => `import ${locale} from "#${folder}/${locale}.json" with { type: "json" };\n`,
    );
    return {
      file: path.join(ROOT, drawn),
      content: `// Drawn by \`npm run locales\`.\n${imports.join("")}\nexport const ${name} = { ${locales.join(", ")} };\n`,
    };
  });
}

if (import.meta.main)
  for (const { file, content } of localeFiles()) writeFileAtomically(file, content, 0o644);
