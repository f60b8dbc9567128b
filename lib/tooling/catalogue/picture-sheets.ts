import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";

const ICONS = path.join(ROOT, "public/icons");
export const SHEETS = path.join(ICONS, "sheets");
const DRAWN = path.join(ROOT, "components/ui/pictogram-sheets.gen.ts");
/** A page of the list of services, and what home shows. */
const FIRST_MARKS = 40;

/** Pictures fill their place: flags are cut to it, marks keep their form. */
const folders = { countries: "xMidYMid slice", services: null, payments: null } as const;
type Folder = keyof typeof folders;

const namesIn = (folder: Folder) =>
  readdirSync(path.join(ICONS, folder))
    .map((file) => path.basename(file, ".svg"))
    .toSorted();

/** A picture as a symbol. Throws where the picture would look otherwise without its own root element. */
function symbolOf(folder: Folder, name: string): string {
  const svg = readFileSync(path.join(ICONS, folder, `${name}.svg`), "utf8").trim();
  const [, attributes = "", content = ""] = /^<svg([^>]*)>(.*)<\/svg>$/s.exec(svg) ?? [];
  const { viewBox, ...others } = Object.fromEntries(
    [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
  );
  const meant = Object.keys(others).filter((key) => !["xmlns", "role", "width", "height"].includes(key));
  if (!viewBox || meant.length > 0 || /\bid=|<style|url\(/.test(content))
    throw new Error(
      `${folder}/${name}.svg cannot stand in a sheet: ${meant.join(", ") || "ids, styles or no viewBox"}`,
    );
  const fit = folders[folder];
  const look = fit ? ` preserveAspectRatio="${fit}"` : "";
  return `<symbol id="${folder}-${name}" viewBox="${viewBox}"${look}>${content.replace(/<title>.*?<\/title>/s, "")}</symbol>`;
}

function sheet(title: string, symbols: readonly string[]): { file: string; content: string } {
  const content = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  return { file: path.join(SHEETS, `${title}.${hash}.svg`), content };
}

/**
 * The flags and marks of `public/icons` in three files whose names tell their content, so that a page asks for one or two and browsers keep
 * them for ever; and the file that tells the interface their names. The marks that come first are apart from the long rest.
 */
export function pictureSheets(): { file: string; content: string }[] {
  const services = JSON.parse(
    readFileSync(path.join(ROOT, "features/catalogue/data/services.json"), "utf8"),
  ) as {
    icon: string | null;
  }[];
  const ranked = [...new Set(services.flatMap(({ icon }) => icon ?? []))];
  const first = ranked.slice(0, FIRST_MARKS);
  const rest = namesIn("services").filter((name) => !first.includes(name));
  const sheets = {
    flags: sheet(
      "flags",
      namesIn("countries").map((name) => symbolOf("countries", name)),
    ),
    first: sheet("first", [
      ...first.map((name) => symbolOf("services", name)),
      ...namesIn("payments").map((name) => symbolOf("payments", name)),
    ]),
    rest: sheet(
      "rest",
      rest.map((name) => symbolOf("services", name)),
    ),
  };
  const addresses = Object.entries(sheets).map(
    ([name, { file }]) => `  ${name}: "/icons/sheets/${path.basename(file)}",\n`,
  );
  const drawn = `// Drawn by \`npm run catalogue\`.\nexport const sheets = {\n${addresses.join("")}} as const;\n
/** Services whose marks stand in the first sheet, each between spaces: browsers read this on every page. */\nexport const firstMarks =\n  " ${first.join(" ")} ";\n`;
  return [...Object.values(sheets), { file: DRAWN, content: drawn }];
}
