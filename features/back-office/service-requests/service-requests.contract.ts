import { z } from "zod";
import { instant, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { serviceRequestLimits } from "#features/community/service-requests/service-requests.rules.ts";
import { spamFlags } from "#features/identity/spam/spam.rules.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const CountryCount = z.strictObject({
  /** Null = any country would do. */
  name: z.string().nullable(),
  count: z.number().int(),
});

export const WantedSiteView = z.strictObject({
  /** Its place in the list; the next page begins behind the last one's. */
  id: z.number().int(),
  site: z.string(),
  count: z.number().int(),
  firstAt: instant,
  lastAt: instant,
  /** The service of the catalogue that it is, once somebody has said so. */
  service: z.strictObject({ code: z.string(), name: z.string() }).nullable(),
  countries: z.array(CountryCount),
  newest: z.array(
    z.strictObject({
      website: z.string(),
      smsText: z.string(),
      country: z.string().nullable(),
      priceKopecks: z.number().int().nullable(),
      locale: z.string(),
      flags: z.array(z.enum(spamFlags)),
      at: instant,
    }),
  ),
});
export type WantedSiteView = z.infer<typeof WantedSiteView>;

export const listWantedSitesEndpoint = defineEndpoint({
  id: "deskListServiceRequests",
  method: "GET",
  path: "/desk/service-requests",
  tag: "desk",
  summary: "Websites whose numbers are asked for, most wanted first",
  access: "staff",
  permission: "support",
  query: z.object({ after: Id.optional() }),
  response: pageOf(WantedSiteView),
  errors: [],
});

const Site = z.string().trim().min(3).max(serviceRequestLimits.websiteCharacters);

export const decideWantedSiteEndpoint = defineEndpoint({
  id: "deskDecideServiceRequests",
  method: "POST",
  path: "/desk/service-requests/decide",
  tag: "desk",
  summary: "Say which service a website is, answer everybody who asked for it, or close the requests",
  description:
    "A link tells who asked once the service is on sale. An answer goes to each of them by e-mail, once; closing tells nobody.",
  access: "staff",
  permission: "support",
  stepUp: true,
  keyed: true,
  body: z.discriminatedUnion("decision", [
    z.strictObject({
      decision: z.literal("link"),
      site: Site,
      /** The protocol's code of the service. */
      serviceCode: z.string().trim().min(1).max(20),
      reason: Reason,
    }),
    z.strictObject({
      decision: z.literal("answer"),
      site: Site,
      answer: z.string().trim().min(3).max(serviceRequestLimits.answerCharacters),
      reason: Reason,
    }),
    z.strictObject({ decision: z.literal("close"), site: Site, reason: Reason }),
  ]),
  response: z.strictObject({ count: z.number().int() }),
  errors: [communityErrors.SERVICE_REQUEST_NOT_FOUND, pricingErrors.SERVICE_NOT_FOUND],
});
