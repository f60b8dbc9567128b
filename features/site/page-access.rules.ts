import { type Audience, programs, sections } from "#features/site/sections.rules.ts";

/** The sections for one of these audiences. */
export function sectionsFor(...audiences: readonly Audience[]): string[] {
  return Object.entries(sections).flatMap(([section, audience]) =>
    audiences.includes(audience) ? [section] : [],
  );
}

/** Whom a page is for. Addresses carry no language; one that is in no section is a service's or an editors' page, or none. */
export function audienceOf(path: string): Audience {
  const section = path.split("/")[1] ?? "";
  return Object.hasOwn(sections, section) ? sections[section as keyof typeof sections] : "everybody";
}

/** Addresses at which somebody who signed in may go on; percent signs are in none, so nothing encoded has to be thought about. */
const destinations = new RegExp(
  "^(?:" +
    [
      "/",
      `/(?:${sectionsFor("everybody", "user", "partner", "staff").join("|")})(?:/[A-Za-z0-9_~.-]+)*`,
      `/(?!(?:${[...programs, ...sectionsFor("guest", "link", "developers")].join("|")})(?:/|$))[a-z0-9-]{1,80}(?:/[a-z0-9-]{1,80})*`,
    ].join("|") +
    ")$",
);

/** Whether a path without its language is one to go on at after signing in: never a door, the API or another program. */
export function isDestination(path: string): boolean {
  return destinations.test(path);
}
