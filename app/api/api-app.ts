import { Hono } from "hono";
import { closingParts } from "#app/api/closing-parts.ts";
import { hasScript, keyGate } from "#app/api/key-gate.ts";
import { openRoutes } from "#app/api/open-routes.ts";
import { isWithin } from "#app/api/order-goods.ts";
import { restDocument } from "#app/api/rest-document.ts";
import { smsSinks } from "#app/api/sms-sinks.ts";
import { statementSources } from "#app/api/statement-sources.ts";
import { listLentUnits } from "#features/activations/activations.reads.ts";
import { activationRoutes } from "#features/activations/activations.routes.ts";
import { limitRoutes } from "#features/activations/limits/limits.routes.ts";
import { searchRoutes } from "#features/activations/search/search.routes.ts";
import { listDocs, readDocs, remedyFor } from "#features/api-docs/markdown/docs-shelf.reads.ts";
import type { AssistantParts } from "#features/assistants/assistant-server.routes.ts";
import { mountAssistants } from "#features/assistants/assistants.routes.ts";
import { backOfficeRoutes } from "#features/back-office/back-office.routes.ts";
import { commentRoutes } from "#features/community/comments/comments.routes.ts";
import { feedbackRoutes } from "#features/community/feedback/feedback.routes.ts";
import { reviewRoutes } from "#features/community/reviews/reviews.routes.ts";
import { serviceRequestRoutes } from "#features/community/service-requests/service-requests.routes.ts";
import { stockAlertRoutes } from "#features/community/stock-alerts/stock-alerts.routes.ts";
import { editingRoutes } from "#features/content/editing/editing.routes.ts";
import { makeMediaRoutes } from "#features/content/media/media.routes.ts";
import { pictureFolder } from "#features/content/media/picture-store.gateway.ts";
import { siteSearchRoutes } from "#features/content/site-search/site-search.routes.ts";
import { handlerOpenApiPaths, openApiEndpoint } from "#features/handler-api/handler-api.contract.ts";
import { mountHandlerApi } from "#features/handler-api/handler-api.routes.ts";
import { pollAnswers } from "#features/handler-api/polls/poll-answers.routes.ts";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { archiveRoutes } from "#features/identity/archive/archive.routes.ts";
import { makeClosingRoutes } from "#features/identity/closing/closing.routes.ts";
import { emailChangeRoutes } from "#features/identity/email-change/email-change.routes.ts";
import { factorRecoveryRoutes } from "#features/identity/factor-recovery/factor-recovery.routes.ts";
import { makeIdentityRoutes } from "#features/identity/identity.routes.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { passkeyRoutes } from "#features/identity/passkeys/passkeys.routes.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { securityLogRoutes } from "#features/identity/security-page/security-page.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { socialGateways } from "#features/identity/social/gateway/social.gateway.ts";
import { makeSocialRoutes } from "#features/identity/social/social.routes.ts";
import { ledgerRoutes } from "#features/ledger/ledger.routes.ts";
import { makeStatementRoutes } from "#features/ledger/statement/statement.routes.ts";
import { licenceRoutes } from "#features/licences/licences.routes.ts";
import { loyaltyRoutes } from "#features/loyalty/loyalty.routes.ts";
import { notificationRoutes } from "#features/notifications/notifications.routes.ts";
import { pushRoutes } from "#features/notifications/push/push.routes.ts";
import { telegramRoutes } from "#features/notifications/telegram/telegram.routes.ts";
import { webhookRoutes } from "#features/notifications/webhooks/webhooks.routes.ts";
import { activationsHistoryRoutes } from "#features/partners/activations-history/activations-history.routes.ts";
import { cabinetRoutes } from "#features/partners/cabinet/cabinet.routes.ts";
import { partnerFiguresRoutes } from "#features/partners/figures/partner-figures.routes.ts";
import { fineRoutes } from "#features/partners/fines/fines.routes.ts";
import { partnerApplicationRoutes } from "#features/partners/partner-applications/partner-applications.routes.ts";
import { priceRoutes } from "#features/partners/prices/prices.routes.ts";
import { programRoutes } from "#features/partners/program/program.routes.ts";
import { cabinetSelfTestRoutes } from "#features/partners/self-test/cabinet-self-tests.routes.ts";
import { simCardRoutes } from "#features/partners/sim-cards/sim-cards.routes.ts";
import { partnerStatementRoutes } from "#features/partners/statement/partner-statement.routes.ts";
import { paymentRoutes } from "#features/payments/payments.routes.ts";
import { withdrawalRoutes } from "#features/payments/withdrawals/withdrawals.routes.ts";
import { policyRoutes } from "#features/policy/policy.routes.ts";
import { isWholesaleAccount } from "#features/pricing/pricing.reads.ts";
import { pricingRoutes } from "#features/pricing/pricing.routes.ts";
import { makeReadyAccountRoutes } from "#features/ready-accounts/ready-accounts.routes.ts";
import { referralRoutes } from "#features/referrals/referrals.routes.ts";
import { myNumbersRoutes } from "#features/rentals/my-numbers/my-numbers.routes.ts";
import { listRentedNumbers } from "#features/rentals/rentals.reads.ts";
import { rentalRoutes } from "#features/rentals/rentals.routes.ts";
import { deliverCallToRentals } from "#features/rentals/rentals.writes.ts";
import { restGetDocument } from "#features/rest-api/document/document.contract.ts";
import { restRoutes, restSubjectOf } from "#features/rest-api/rest-api.routes.ts";
import { makeRestStatementRoutes } from "#features/rest-api/statement/statement.routes.ts";
import { orderNews, sandboxTopic } from "#features/rest-api/waiting/waiting.reads.ts";
import { sandboxRoutes } from "#features/sandbox/sandbox.routes.ts";
import { siteRates, siteRatesOf } from "#features/site/limits.rules.ts";
import { siteRoutes } from "#features/site/site.routes.ts";
import { deliveryRoutes } from "#features/statistics/delivery/delivery.routes.ts";
import { statisticsRoutes } from "#features/statistics/users/users.routes.ts";
import { storeApplicationRoutes } from "#features/stores/applications/store-applications.routes.ts";
import { storeClaimRoutes } from "#features/stores/claims/store-claims.routes.ts";
import { storeOfferRoutes } from "#features/stores/offers/store-offers.routes.ts";
import { storeOverviewRoutes } from "#features/stores/overview/store-overview.routes.ts";
import { storeStatementRoutes } from "#features/stores/statement/store-statement.routes.ts";
import { liveAccounts } from "#features/stores/store-account-port.writes.ts";
import { makeSupplyRoutes } from "#features/supply/supply.routes.ts";
import { KeptDocument } from "#lib/api/kept-document.ts";
import {
  type ApiContext,
  type ApiEnv,
  type ApiHono,
  mountRoute,
  refusal,
  requestFacts,
} from "#lib/api/mount.ts";
import { makeOpenApiDocument, type OpenApiDocument } from "#lib/api/openapi.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { type Route, route } from "#lib/api/route.ts";
import { StrangerBodies } from "#lib/api/stranger-bodies.ts";
import { StrangerCalls } from "#lib/api/stranger-calls.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Every endpoint of the JSON API, in the order of the features. */
export const apiRoutes: readonly Route[] = [
  ...siteRoutes,
  // Pricing stands below: which tier an account buys at is handed in here.
  ...makeIdentityRoutes({ isWholesale: isWholesaleAccount }),
  ...mailCodeRoutes,
  ...passkeyRoutes,
  ...makeSocialRoutes(socialGateways()),
  ...secondFactorRoutes,
  ...apiKeyRoutes,
  ...sessionRoutes,
  ...securityLogRoutes,
  ...emailChangeRoutes,
  ...archiveRoutes,
  ...makeClosingRoutes(closingParts),
  ...factorRecoveryRoutes,
  ...ledgerRoutes,
  // The ledger stands above those who know what its lines are about.
  ...makeStatementRoutes(statementSources),
  ...policyRoutes,
  // Supply stands above the orders: what it needs of them is handed in here.
  ...makeSupplyRoutes({
    onSms: smsSinks.one,
    onManySms: smsSinks.many,
    onCall: deliverCallToRentals,
    listLent: listLentUnits,
    listRented: listRentedNumbers,
  }),
  ...pricingRoutes,
  ...paymentRoutes,
  ...withdrawalRoutes,
  ...activationRoutes,
  ...myNumbersRoutes,
  ...limitRoutes,
  ...searchRoutes,
  ...sandboxRoutes,
  ...rentalRoutes,
  ...makeReadyAccountRoutes(liveAccounts),
  ...licenceRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...pushRoutes,
  ...telegramRoutes,
  ...statisticsRoutes,
  ...loyaltyRoutes,
  ...referralRoutes,
  ...partnerApplicationRoutes,
  ...fineRoutes,
  ...cabinetRoutes,
  ...activationsHistoryRoutes,
  ...partnerFiguresRoutes,
  ...cabinetSelfTestRoutes,
  ...simCardRoutes,
  ...partnerStatementRoutes,
  ...programRoutes,
  ...priceRoutes,
  ...storeApplicationRoutes,
  ...storeOverviewRoutes,
  ...storeStatementRoutes,
  ...storeOfferRoutes,
  ...storeClaimRoutes,
  ...makeMediaRoutes(pictureFolder()),
  ...siteSearchRoutes,
  ...editingRoutes,
  ...serviceRequestRoutes,
  ...stockAlertRoutes,
  ...feedbackRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...deliveryRoutes,
  ...backOfficeRoutes,
  ...restRoutes,
  ...makeRestStatementRoutes(statementSources),
  route(restGetDocument, ({ request }) => keptRestDocument.answer(request)),
  route(openApiEndpoint, ({ request }) => keptOpenApiDocument.answer(request)),
];

/** Those of them that the settings of this process open. */
const mountedRoutes = openRoutes(apiRoutes, { areLicencesSold: env.LICENCES });

/** The OpenAPI document of all of it. */
export function openApiDocument(): OpenApiDocument {
  return makeOpenApiDocument({
    title: `${env.BRAND_NAME} API`,
    version: "1",
    description: "Numbers for SMS codes: catalogue, prices, buying, codes. Money is in RUB, times are UTC.",
    serverUrl: env.PUBLIC_URL,
    endpoints: mountedRoutes.map(({ endpoint }) => endpoint),
    otherPaths: handlerOpenApiPaths(),
  });
}

const keptOpenApiDocument = new KeptDocument(openApiDocument, openApiEndpoint.cacheSeconds ?? 0);
const keptRestDocument = new KeptDocument(restDocument, restGetDocument.cacheSeconds ?? 0);

/** Makes what is large and never changes, so that nobody waits while it is made. */
export async function prepareDocuments(): Promise<void> {
  await Promise.all([keptOpenApiDocument.prepare(), keptRestDocument.prepare()]);
}

/**
 * The whole HTTP API as one app, without a port: the front door, the Next mount and the tests use the same one.
 * Unknown paths and methods get the same error body as everything else.
 */
export function createApiApp(
  db: Db,
  limiter = new RateLimiter(),
  strangerBodies = new StrangerBodies(env.STRANGER_KB_PER_SECOND * 1_024),
): ApiHono {
  const app: ApiHono = new Hono<ApiEnv>();
  const strangerCalls = new StrangerCalls(limiter, siteRates.servers);
  const api: ApiContext = {
    db,
    resolveActor,
    keyGate,
    onChange: (userId) => {
      pollAnswers(db).forget(userId);
      // Nothing else tells those who wait for a sandbox that it was moved.
      orderNews(db).ring(sandboxTopic(userId));
    },
    limits: { limiter, subjectOf: restSubjectOf, ratesOf: siteRatesOf, strangerBodies, strangerCalls },
  };
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  mountHandlerApi(app, { ...api, isWithin });
  mountAssistants(app, api, assistantParts, (request, facts) => app.fetch(request, facts));
  for (const route of mountedRoutes) mountRoute(app, route, api);
  app.all("*", (context) => {
    if (context.req.path.startsWith("/api/v1/")) context.set("dialect", "v1");
    return refusal(context, new AppError(unknownAddress(context.req.method, context.req.path)));
  });
  app.onError((error, context) => refusal(context, error));
  return app;
}

/** What assistants are told beside what REST v1 answers. */
const assistantParts: AssistantParts = {
  ...{ listDocs, readDocs, remedyFor, hasScript },
};

/** A known path with another method is told apart from an unknown path. */
function unknownAddress(method: string, path: string) {
  const isKnown = mountedRoutes.some(
    ({ endpoint }) => endpoint.method !== method && pathPattern(endpoint.path).test(path),
  );
  return isKnown ? apiErrors.METHOD_NOT_ALLOWED : apiErrors.NOT_FOUND;
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
