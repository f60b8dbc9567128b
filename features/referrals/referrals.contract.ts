import { z } from "zod";
import { referralErrors } from "#features/referrals/referrals.errors.ts";
import { accrualStates } from "#features/referrals/referrals.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const instant = z.iso.datetime();
const Kopecks = z.number().int();
const Before = Id.optional();

/** A link that others follow. */
export const ReferralLink = z.strictObject({
  id: z.number().int(),
  /** '' for the first one. */
  name: z.string(),
  code: z.string(),
  url: z.string(),
  people: z.number().int(),
  spentKopecks: Kopecks,
});
export type ReferralLink = z.infer<typeof ReferralLink>;

/** The programme as one member sees it. All amounts in kopecks. */
export const ReferralProgram = z.strictObject({
  /** Hundredths of a percent of what their referrals spend. */
  basisPoints: z.number().int(),
  /** Days until a share can be withdrawn. */
  waitingDays: z.number(),
  /** Whether shares go to the balance only. */
  isSoft: z.boolean(),
  people: z.number().int(),
  spentKopecks: Kopecks,
  /** Shares that were paid, less what was refunded. */
  receivedKopecks: Kopecks,
  waitingKopecks: Kopecks,
  /** What can be withdrawn now. */
  remainingKopecks: Kopecks,
  reservedKopecks: Kopecks,
  withdrawnKopecks: Kopecks,
  /** Of shares that were refunded after they had been withdrawn; taken from the next ones. */
  owedKopecks: Kopecks,
  /** How the last withdrawal went out; null before the first. */
  paymentType: z.string().nullable(),
  links: z.array(ReferralLink),
});
export type ReferralProgram = z.infer<typeof ReferralProgram>;

export const ReferralPerson = z.strictObject({
  id: z.number().int(),
  /** Masked. */
  name: z.string(),
  link: z.string(),
  registeredAt: instant,
  spentKopecks: Kopecks,
  earnedKopecks: Kopecks,
  /** False when their spending earns nothing. */
  isCounted: z.boolean(),
});
export type ReferralPerson = z.infer<typeof ReferralPerson>;

export const ReferralAccrual = z.strictObject({
  id: z.number().int(),
  name: z.string(),
  spentKopecks: Kopecks,
  /** The share, less what was refunded. */
  amountKopecks: Kopecks,
  reversedKopecks: Kopecks,
  state: z.enum(accrualStates),
  /** The state in words, in the caller's language. */
  stateText: z.string(),
  /** When it can be withdrawn. */
  dueAt: instant,
  createdAt: instant,
});
export type ReferralAccrual = z.infer<typeof ReferralAccrual>;

export const getReferralProgramEndpoint = defineEndpoint({
  id: "getReferralProgram",
  method: "GET",
  path: "/referrals",
  summary: "The referral programme: links and sums",
  tag: "referrals",
  access: "session",
  response: ReferralProgram,
  errors: [],
});

export const createReferralLinkEndpoint = defineEndpoint({
  id: "createReferralLink",
  method: "POST",
  path: "/referrals/links",
  summary: "Make a named link",
  tag: "referrals",
  access: "session",
  keyed: true,
  body: z.strictObject({ name: z.string().min(1).max(200) }),
  status: 201,
  response: ReferralLink,
  errors: [referralErrors.LINK_NAME_INVALID, referralErrors.LINK_NAME_TAKEN, referralErrors.TOO_MANY_LINKS],
});

export const listReferralPeopleEndpoint = defineEndpoint({
  id: "listReferralPeople",
  method: "GET",
  path: "/referrals/people",
  summary: "People who came by the own links, newest first",
  tag: "referrals",
  access: "session",
  query: z.object({ before: Before }),
  response: z.strictObject({ people: z.array(ReferralPerson), hasMore: z.boolean() }),
  errors: [],
});

export const listReferralAccrualsEndpoint = defineEndpoint({
  id: "listReferralAccruals",
  method: "GET",
  path: "/referrals/accruals",
  summary: "Shares of what these people spent, newest first",
  tag: "referrals",
  access: "session",
  query: z.object({ before: Before }),
  response: z.strictObject({ accruals: z.array(ReferralAccrual), hasMore: z.boolean() }),
  errors: [],
});
