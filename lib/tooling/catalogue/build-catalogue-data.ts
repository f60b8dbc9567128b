/**
 * Writes features/catalogue/data/*.json and public/icons from the hand-kept tables beside this script, CLDR,
 * libphonenumber, simple-icons and country-flag-icons, and the sheets of the icons: `npm run catalogue`.
 * Ids in services.json are stable: a service keeps the id it has there, a new one gets the next free id.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import isoCountries from "i18n-iso-countries";
import { type CountryCode, getCountryCallingCode } from "libphonenumber-js";
import * as simpleIcons from "simple-icons";
import { transliterate } from "transliteration";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { pictureSheets, SHEETS } from "#lib/tooling/catalogue/picture-sheets.ts";
import { ROOT } from "#lib/tooling/files.ts";
import facts from "./data/facts.json" with { type: "json" };

const require = createRequire(import.meta.url);
const root = pathToFileURL(`${ROOT}/`);
const source = new URL("./data/", import.meta.url);
const dataDir = new URL("features/catalogue/data/", root);
const iconDir = new URL("public/icons/", root);

const readText = (url: URL) => readFileSync(url, "utf8");
const readJson = <T>(url: URL): T => JSON.parse(readText(url)) as T;
const tableLines = (name: string) =>
  readText(new URL(name, source))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

type Names = Readonly<Partial<Record<Locale, string>>>;

/** ISO codes where the protocol's English name is not one that the ISO table knows. XK is Kosovo's usual code. */
const isoByProtocolName: Readonly<Record<string, string>> = facts.isoByProtocolName;
/**
 * Names that differ from CLDR, by the protocol's id: it tells two kinds of USA apart, both Congos need their everyday names, and a
 * shop says "ЮАР" where an atlas says "Южно-Африканская Республика".
 */
const nameOverrides: Readonly<Record<string, Names>> = facts.nameOverrides;
/** Countries of the protocol that are another one's virtual numbers: without a name of their own they are told apart by that word. */
const virtualIds: ReadonlySet<number> = new Set(facts.virtualIds);
/** Countries whose everyday name is CLDR's short one ("Hong Kong SAR China" is not what people look for). */
const shortNamed: ReadonlySet<string> = new Set(facts.shortNamed);
/** Calling codes of places inside a shared numbering plan with one area code of their own; and some that the library may drop. */
const dialCodeOverrides: Readonly<Record<string, string>> = facts.dialCodeOverrides;
/** Services whose name is words, not a brand. */
const translatedNames: Readonly<Record<string, Names>> = facts.translatedNames;
/** English letter groups, longest first, as a Russian reader writes them down. */
const englishSounds = Object.entries(facts.englishSounds);

/** An English brand name in Russian letters, by rule: "Baby Bank" -> "Баби Банк". Other signs stay. */
function russianFromEnglish(name: string): string {
  const plain = transliterate(name);
  let out = "";
  for (let at = 0; at < plain.length; ) {
    const rest = plain.slice(at).toLowerCase();
    const [letters, piece] = englishSounds.find(([sound]) => rest.startsWith(sound)) ?? [
      plain[at]!,
      plain[at]!,
    ];
    const isCapital = plain[at] !== plain[at]!.toLowerCase();
    out += isCapital ? piece[0]!.toUpperCase() + piece.slice(1) : piece;
    at += letters.length;
  }
  return out;
}

/** A name as a path segment: lower-case Latin letters and digits joined by single hyphens. */
function slugFrom(name: string): string {
  return transliterate(name.replaceAll("&", " and ").replaceAll("+", " plus "))
    .toLowerCase()
    .replaceAll(/['’`]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** One row a line: readable, and a change is one line of a diff. */
function writeRows(name: string, rows: readonly object[]): void {
  writeFileSync(new URL(name, dataDir), `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
}

type ProtocolCountry = {
  id: number;
  eng: string;
  visible: number;
  retry: number;
  rent: number;
  multiService: number;
};

const territories = Object.fromEntries(
  locales.map((locale) => {
    const { cldr } = localeFacts[locale];
    const file = `cldr-localenames-full/main/${cldr}/territories.json`;
    return [locale, require(file).main[cldr].localeDisplayNames.territories];
  }),
) as Record<Locale, Record<string, string>>;

function countryNames(id: number, iso2: string): Record<Locale, string> {
  const entries = locales.map((locale) => {
    const table = territories[locale];
    const short = shortNamed.has(iso2) ? table[`${iso2}-alt-short`] : undefined;
    const plain = short ?? table[iso2];
    const name = nameOverrides[id]?.[locale] ?? (plain && virtualIds.has(id) ? `${plain} (virtual)` : plain);
    if (!name) throw new Error(`No ${locale} name for ${iso2}`);
    return [locale, name.replace("о-ва", "острова")];
  });
  return Object.fromEntries(entries) as Record<Locale, string>;
}

function isoCode(protocolName: string): string {
  const byCldr = Object.entries(territories.en).find(
    ([code, name]) => code.length === 2 && name === protocolName,
  );
  const iso2 =
    isoByProtocolName[protocolName] ?? isoCountries.getAlpha2Code(protocolName, "en") ?? byCldr?.[0];
  if (!iso2) throw new Error(`No ISO code for ${protocolName}`);
  return iso2;
}

function buildCountries() {
  isoCountries.registerLocale(require("i18n-iso-countries/langs/en.json"));
  const operators = new Map(
    tableLines("operators.txt").map((line) => {
      const [iso2, tokens] = line.split(": ");
      return [iso2!, tokens!.split(" ")] as const;
    }),
  );
  const protocol = Object.values(
    readJson<Record<string, ProtocolCountry>>(new URL("protocol-countries.json", source)),
  );
  return protocol
    .toSorted((a, b) => a.id - b.id)
    .map((country) => {
      const iso2 = isoCode(country.eng);
      const names = countryNames(country.id, iso2);
      const popularAt = facts.popularCountryIds.indexOf(country.id);
      return {
        id: country.id,
        iso2,
        dialCode: dialCodeOverrides[iso2] ?? getCountryCallingCode(iso2 as CountryCode),
        slug: slugFrom(names.en),
        flagCode: iso2.toLowerCase(),
        names,
        popularPosition: popularAt < 0 ? null : popularAt + 1,
        visible: country.visible === 1,
        retry: country.retry === 1,
        rent: country.rent === 1,
        multiService: country.multiService === 1,
        operators: operators.get(iso2) ?? [],
      };
    });
}

type Icon = { title: string; slug: string; svg: string; hex: string };
const icons = Object.values(simpleIcons as unknown as Record<string, Icon>);
const iconBySlug = new Map(icons.map((icon) => [icon.slug, icon]));
const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const iconByTitle = new Map(icons.map((icon) => [fold(icon.title), icon]));

function iconFor(name: string, wanted: string | undefined): Icon | null {
  if (wanted === "-") return null;
  if (wanted) return iconBySlug.get(wanted) ?? null;
  const plain = name.replace(/\s*\(.*\)/, "");
  return iconByTitle.get(fold(plain)) ?? null;
}

const TELEGRAM_ID = 52;

function stableIds(codes: readonly string[]): Map<string, number> {
  const file = new URL("services.json", dataDir);
  const ids = new Map<string, number>([["tg", TELEGRAM_ID]]);
  if (existsSync(file))
    for (const row of readJson<{ id: number; code: string }[]>(file)) ids.set(row.code, row.id);
  const taken = new Set(ids.values());
  let next = taken.size > 1 ? Math.max(...taken) + 1 : 1;
  for (const code of codes) {
    if (ids.has(code)) continue;
    while (taken.has(next)) next += 1;
    ids.set(code, next);
    taken.add(next);
  }
  return ids;
}

function buildServices() {
  const known = new Set(
    readJson<{ code: string }[]>(new URL("protocol-services.json", source)).map((row) => row.code),
  );
  const chosen = tableLines("chosen-services.txt").map((line) => line.split("|"));
  const ids = stableIds(chosen.map(([code]) => code!));
  const slugs = new Set<string>();
  const used = new Map<string, Icon>();
  const services = chosen.map(([code, name, category, russian, wanted], index) => {
    if (!known.has(code!)) throw new Error(`The protocol has no service ${code}`);
    const icon = iconFor(name!, wanted);
    if (icon) used.set(icon.slug, icon);
    const nameEnRu = russian || russianFromEnglish(name!);
    let slug = slugFrom(name!.split(",")[0]!.replace(/\s*\(.*\)/, ""));
    if (slugs.has(slug)) slug = `${slug}-${code}`;
    slugs.add(slug);
    return {
      id: ids.get(code!)!,
      code,
      slug,
      name,
      names: translatedNames[code!] ?? {},
      category,
      popularityRank: index + 1,
      nameTranscriptionEnRu: nameEnRu,
      nameTranscriptionRuEn: transliterate(nameEnRu),
      icon: icon?.slug ?? null,
      iconColor: icon?.hex ?? null,
    };
  });
  return { services, icons: [...used.values()] };
}

function writeIcons(folder: string, files: ReadonlyMap<string, string>): void {
  const target = new URL(`${folder}/`, iconDir);
  mkdirSync(target, { recursive: true });
  for (const old of readdirSync(target)) if (!files.has(old)) rmSync(new URL(old, target));
  for (const [name, text] of files) writeFileSync(new URL(name, target), `${text.trim()}\n`);
}

const countries = buildCountries();
const { services, icons: serviceIcons } = buildServices();
mkdirSync(dataDir, { recursive: true });
writeRows("countries.json", countries);
writeRows("services.json", services);
writeIcons("services", new Map(serviceIcons.map((icon) => [`${icon.slug}.svg`, icon.svg])));
const flagDir = new URL("node_modules/country-flag-icons/3x2/", root);
const flagFiles = [...new Set(countries.map((country) => country.iso2))].map(
  (iso2) => [`${iso2.toLowerCase()}.svg`, readText(new URL(`${iso2}.svg`, flagDir))] as const,
);
writeIcons("countries", new Map(flagFiles));
rmSync(SHEETS, { recursive: true, force: true });
mkdirSync(SHEETS);
for (const { file, content } of pictureSheets()) writeFileSync(file, content);
