import {
  activateDevice,
  releaseByKey,
  releaseDevice,
  verifyKey,
} from "#features/licences/devices/devices.writes.ts";
import {
  activateLicenceEndpoint,
  buyLicenceEndpoint,
  downloadVersionEndpoint,
  getLicenceEndpoint,
  listLicenceKeysEndpoint,
  listLicenceProductsEndpoint,
  listLicencesEndpoint,
  listRevokedLicencesEndpoint,
  releaseByKeyEndpoint,
  releaseDeviceEndpoint,
  renewLicenceEndpoint,
  verifyLicenceEndpoint,
} from "#features/licences/licences.contract.ts";
import { listProducts } from "#features/licences/products/products.reads.ts";
import { readRevocations } from "#features/licences/revocation/revocation.reads.ts";
import { findDownload, getLicence, listLicences } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence, renewLicence } from "#features/licences/sales/sale.writes.ts";
import { listPublishedKeys } from "#features/licences/signing/signing-keys.reads.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import { refuseStrangers } from "#lib/http/download.ts";

export const licenceRoutes = [
  route(listLicenceProductsEndpoint, ({ db }) => listProducts(db)),
  route(listLicenceKeysEndpoint, async ({ db }) => ({ keys: await listPublishedKeys(db) })),
  route(buyLicenceEndpoint, async ({ db, body, actor, idempotencyKey }) => {
    const { userId } = actor;
    const { licenceId, replayed } = await buyLicence(db, {
      ...{ ...body, userId, channel: saleChannelOf(actor), idempotencyKey },
    });
    return reply(await getLicence(db, userId, licenceId), { headers: replayHeader(replayed) });
  }),
  route(listLicencesEndpoint, ({ db, actor, query }) =>
    listLicences(db, actor.userId, { before: query.cursor, limit: query.limit }),
  ),
  route(getLicenceEndpoint, ({ db, actor, params }) => getLicence(db, actor.userId, params.id)),
  route(renewLicenceEndpoint, async ({ db, params, body, actor, idempotencyKey }) => {
    const { userId } = actor;
    const { licenceId, replayed } = await renewLicence(db, {
      ...{ ...body, licenceId: params.id, userId, channel: saleChannelOf(actor), idempotencyKey },
    });
    return reply(await getLicence(db, userId, licenceId), { headers: replayHeader(replayed) });
  }),
  route(downloadVersionEndpoint, async ({ db, request, params, actor }) => {
    refuseStrangers(request, actor);
    const { id, versionId } = params;
    const url = await findDownload(db, { userId: actor.userId, licenceId: id, versionId });
    return new Response(null, {
      status: 302,
      headers: { location: url, "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
    });
  }),
  route(releaseDeviceEndpoint, async ({ db, params, actor }) => {
    const { id, deviceId } = params;
    await releaseDevice(db, { userId: actor.userId, licenceId: id, deviceId });
    return getLicence(db, actor.userId, id);
  }),
  route(verifyLicenceEndpoint, ({ db, body }) => verifyKey(db, body)),
  route(activateLicenceEndpoint, ({ db, body }) => activateDevice(db, body)),
  route(releaseByKeyEndpoint, ({ db, body }) => releaseByKey(db, body)),
  route(listRevokedLicencesEndpoint, ({ db }) => readRevocations(db)),
];
