import { type CollectionSlug, type Endpoint, NotFound, restoreVersionOperation } from "payload";

/** PostgreSQL's largest `integer`. */
const largestId = 2 ** 31 - 1;

/**
 * Brings a version back, in place of Payload's own endpoint. A draft comes back as the draft that one writes on: readers never saw it, and
 * as Payload has it, it would take down what they see.
 */
export const restoreVersion: Endpoint = {
  method: "post",
  path: "/versions/:id",
  handler: async (req) => {
    const slug = req.routeParams?.collection as CollectionSlug;
    // Payload's types know ids of texts alone.
    const id = Number(req.routeParams?.id);
    if (!Number.isInteger(id) || Math.abs(id) > largestId) throw new NotFound(req.t);
    const collection = req.payload.collections[slug];
    if (!collection) throw new NotFound(req.t);
    const found = await req.payload.findVersionByID({
      ...{
        collection: slug,
        id: id as unknown as string,
        depth: 0,
        overrideAccess: false,
        req,
        user: req.user,
      },
      disableErrors: true,
    });
    const version = found?.version as { _status?: string } | undefined;
    if (!version) throw new NotFound(req.t);
    const result = await restoreVersionOperation({
      ...{ id, collection, depth: 0, req },
      draft: version._status === "draft" || req.query.draft === "true",
    });
    return Response.json({ ...result, message: req.t("version:restoredSuccessfully") });
  },
};
