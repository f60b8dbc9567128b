import type { AuthStrategy, CollectionConfig, TypedUser } from "payload";
import { nowMs } from "#lib/clock.ts";
import { EDITOR_HEADER, readEditor } from "#lib/http/editor-header.ts";

const NAME = "front-door";

/** The front door has proven who it is; here is a row for them, since locks, preferences and versions point at one. It lets nobody in. */
const makeFrontDoor = (key: string): AuthStrategy => ({
  name: NAME,
  authenticate: async ({ headers, payload }) => {
    const id = readEditor(headers.get(EDITOR_HEADER), key, nowMs());
    if (id === null) return { user: null };
    const name = `staff ${id}`;
    const find = () => payload.db.findOne({ collection: "editors", where: { id: { equals: id } } });
    if (!(await find())) {
      // Two first requests at once: one of them makes the row.
      await payload
        .create({ collection: "editors", data: { id, name } as never, depth: 0 })
        .catch(async (error: unknown) => {
          if (!(await find())) throw error;
        });
    }
    return { user: { id, name, collection: "editors", _strategy: NAME } as unknown as TypedUser };
  },
});

/** Whoever has been at the desk, named by a header that is signed with the key. */
export const makeEditors = (key: string): CollectionConfig => ({
  slug: "editors",
  admin: { useAsTitle: "name", hidden: true },
  auth: { disableLocalStrategy: true, strategies: [makeFrontDoor(key)], useSessions: false },
  access: { create: () => false, delete: () => false, update: () => false },
  fields: [
    { name: "id", type: "number", required: true },
    { name: "name", type: "text", required: true },
  ],
});
