import type { CollectionBeforeChangeHook } from "payload";
import { refusalOf } from "#app/_cms/parts/refuse.ts";
import { leadsBack, type Redirect } from "#features/content/redirects/redirects.rules.ts";

type Saved = Redirect & { readonly id: number };

/** Refuses an address that would lead back to itself, by way of others or at once: nobody could read what is at any of them. */
export const refuseCircle: CollectionBeforeChangeHook = async ({ collection, data, originalDoc, req }) => {
  const redirect = { ...originalDoc, ...data } as Redirect;
  const own = (originalDoc as Saved | undefined)?.id;
  const found = await req.payload.db.find({
    collection: "redirects",
    limit: 10_000,
    pagination: false,
    req,
  } as never);
  const others = (found as unknown as { docs: Saved[] }).docs.filter(({ id }) => id !== own);
  const moved = new Map([...others, redirect].map((one) => [one.from, one]));
  if (!leadsBack(moved, redirect.from)) return data;
  const message = "That address leads back to this one: delete the redirect that does so first";
  throw refusalOf(req, collection.slug, [{ path: "to", message }]);
};
