import { restListKeys } from "#features/buyer-api/rest/keys/contract.ts";
import { listApiKeys } from "#features/identity/api-keys/reads.ts";
import { toKeyView } from "#features/identity/api-keys/routes.ts";
import { route } from "#lib/api/route.ts";

export const restKeyRoutes = [
  route(restListKeys, async ({ db, actor }) => ({
    data: (await listApiKeys(db, actor.userId)).map((row) => ({
      ...toKeyView(row),
      isCurrent: row.id === actor.key?.keyId,
    })),
  })),
];
