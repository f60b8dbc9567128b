import {
  searchSiteEndpoint,
  toGroupWire,
  toHitWire,
} from "#features/content/site-search/site-search.contract.ts";
import { searchSite } from "#features/content/site-search/site-search.reads.ts";
import { hitsShown } from "#features/content/site-search/site-search.rules.ts";
import { route } from "#lib/api/route.ts";

/** The search of the site for the window over the page; its own page asks the database itself. */
export const siteSearchRoutes = [
  route(searchSiteEndpoint, async ({ db, query, locale }) => {
    const asked = { locale, text: query.q, tab: "all", most: hitsShown.inWindow } as const;
    const { groups, isLoose, near } = await searchSite(db, asked);
    return { groups: groups.map((group) => toGroupWire(group, locale)), isLoose, near: near.map(toHitWire) };
  }),
];
