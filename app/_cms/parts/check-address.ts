import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type PayloadRequest,
} from "payload";
import { refusalOf } from "#app/_cms/parts/refuse.ts";
import { deepest, isTaken } from "#features/content/pages/addresses.rules.ts";

type Page = { readonly id: number; readonly slug?: string | null; readonly parent?: unknown };

/** A related document stands there as its id, or whole. */
function idOf(related: unknown): number | null {
  const id = typeof related === "object" && related !== null ? (related as { id?: unknown }).id : related;
  return typeof id === "number" ? id : null;
}

async function find(req: PayloadRequest, where: object): Promise<Page[]> {
  const found = await req.payload.db.find({
    collection: "pages",
    where,
    limit: 1_000,
    pagination: false,
    req,
  } as never);
  return (found as unknown as { docs: Page[] }).docs;
}

/** The ids of the pages above, the nearest first; at most one more than there may be. */
async function findAncestors(req: PayloadRequest, parent: unknown): Promise<number[]> {
  const ids: number[] = [];
  for (let id = idOf(parent); id !== null && ids.length <= deepest; ) {
    ids.push(id);
    const [page] = await find(req, { id: { equals: id } });
    id = idOf(page?.parent);
  }
  return ids;
}

/** Refuses a page below itself or too deep, one whose address another page has, and one at an address of the product's own. */
export const checkAddress: CollectionBeforeChangeHook = async ({ collection, data, originalDoc, req }) => {
  const page = { ...originalDoc, ...data } as Partial<Page>;
  const own = (originalDoc as Page | undefined)?.id;
  const ancestors = await findAncestors(req, page.parent);
  const errors: { path: string; message: string }[] = [];
  if (own !== undefined && ancestors.includes(own))
    errors.push({ path: "parent", message: "That page stands below this one" });
  else if (ancestors.length >= deepest)
    errors.push({ path: "parent", message: `No more than ${deepest} pages one below the other` });
  if (page.slug) {
    if (ancestors.length === 0 && isTaken(page.slug))
      errors.push({
        path: "slug",
        message: `/${page.slug} is an address of the product's own (a page, a service or a program)`,
      });
    const like = await find(req, { slug: { equals: page.slug } });
    if (like.some(({ id, parent }) => id !== own && idOf(parent) === idOf(page.parent)))
      errors.push({ path: "slug", message: "Another page in the same place has it" });
  }
  if (errors.length > 0) throw refusalOf(req, collection.slug, errors);
  return data;
};

/** Pages below one that is deleted would move to addresses that nobody has chosen. */
export const keepParents: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const below = await find(req, { parent: { equals: id } });
  if (below.length > 0)
    throw new APIError("Pages stand below it: move or delete them first", 400, null, true);
};
