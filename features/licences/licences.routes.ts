import {
  type AgentStanding,
  acceptAgreementEndpoint,
  getAgentEndpoint,
  listAgentSalesEndpoint,
} from "#features/licences/agents/agents.contract.ts";
import { findAgentStanding, listAgentSales } from "#features/licences/agents/agents.reads.ts";
import { acceptAgreement } from "#features/licences/agents/agents.writes.ts";
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
import { licenceErrors } from "#features/licences/licences.errors.ts";
import { listProducts } from "#features/licences/products/products.reads.ts";
import { readRevocations } from "#features/licences/revocation/revocation.reads.ts";
import { findDownload, getLicence, listLicences } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence, renewLicence } from "#features/licences/sales/sale.writes.ts";
import { listPublishedKeys } from "#features/licences/signing/signing-keys.reads.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { refuseStrangers } from "#lib/http/download.ts";

/** Throws LICENCE_AGENT_NOT_FOUND. */
async function getAgent(db: Db, userId: number): Promise<AgentStanding> {
  const agent = await findAgentStanding(db, userId);
  if (!agent) throw new AppError(licenceErrors.LICENCE_AGENT_NOT_FOUND);
  return agent;
}

export const licenceRoutes = [
  route(listLicenceProductsEndpoint, ({ db }) => listProducts(db)),
  route(listLicenceKeysEndpoint, async ({ db }) => ({ keys: await listPublishedKeys(db) })),
  route(buyLicenceEndpoint, async ({ db, body, actor, idempotencyKey }) => {
    const { userId } = actor;
    const { agent, ...wish } = body;
    const { licenceId, replayed } = await buyLicence(db, {
      ...{ ...wish, userId, channel: saleChannelOf(actor), idempotencyKey },
      agent: agent === null ? null : { code: agent },
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
  route(getAgentEndpoint, ({ db, actor }) => getAgent(db, actor.userId)),
  route(listAgentSalesEndpoint, async ({ db, actor, query }) => {
    await getAgent(db, actor.userId);
    return listAgentSales(db, actor.userId, { before: query.cursor, limit: query.limit });
  }),
  route(acceptAgreementEndpoint, async ({ db, actor, body }) => {
    await acceptAgreement(db, actor.userId, body.version);
    return getAgent(db, actor.userId);
  }),
];
