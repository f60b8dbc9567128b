import { listApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { toKeyView } from "#features/identity/api-keys/api-keys.routes.ts";
import { restListKeys } from "#features/rest-api/keys/keys.contract.ts";
import { route } from "#lib/api/route.ts";

export const restKeyRoutes = [
  route(restListKeys, async ({ db, actor }) => ({
    data: (await listApiKeys(db, actor.userId)).map((row) => ({
      ...toKeyView(row),
      isCurrent: row.id === actor.key?.keyId,
    })),
  })),
];
