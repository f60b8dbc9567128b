import { z } from "zod";
import { orderCountMax, warrantyHoursMax } from "#features/ready-accounts/ready-accounts.rules.ts";
import { accountOfferStates, stockFormats, stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import { lineProblems } from "#features/ready-accounts/stock/template.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const instant = z.iso.datetime();
const CatalogueId = z.number().int().min(0).max(999_999);
const Words = (max: number) => z.string().trim().min(1).max(max);
const count = z.number().int();

/** What an offer of accounts says. */
export const AccountOfferTerms = z.strictObject({
  serviceId: CatalogueId,
  countryId: CatalogueId,
  groupName: Words(80),
  name: Words(120),
  registrationType: z.string().trim().max(80).default(""),
  format: Words(80),
  cloudPass: z.boolean().default(false),
  /** A few bare tags stay; everything else is shown as text. */
  description: z.string().max(5_000).default(""),
  /** Names of a line's fields with their separator, the account's own name first: `login:password`. */
  template: Words(200),
  /** Of one account. */
  priceKopecks: z.number().int().min(1).max(1_000_000_000).transform(kopecks),
  minCount: z.number().int().min(1).max(orderCountMax).default(1),
  warrantyHours: z.number().int().min(0).max(warrantyHoursMax).default(24),
});

/** An offer as whoever sells by it sees it: its stock in numbers, and nothing of what the accounts say. */
export const AccountOfferView = AccountOfferTerms.extend({
  id: count,
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ name: z.string(), icon: z.string() }),
  state: z.enum(accountOfferStates),
  priceKopecks: count,
  registrationType: z.string(),
  cloudPass: z.boolean(),
  description: z.string(),
  minCount: count,
  warrantyHours: count,
  /** Where the accounts come from, in the words of the store; null = the house's own. */
  provenance: z.string().nullable(),
  /** Stopped by the staff or by too many claims: the store cannot put it on sale again. */
  isBarred: z.boolean(),
  /** The house has taken all accounts of its service off sale. */
  isTakenDown: z.boolean(),
  /** Units by what has become of them. */
  stock: z.strictObject({ available: count, held: count, sold: count, withdrawn: count }),
  /** Claims under the warranty: those that wait, and those that were accepted. */
  claims: z.strictObject({ open: count, accepted: count }),
  createdAt: instant,
});
export type AccountOfferView = z.infer<typeof AccountOfferView>;

/** Accounts by the offer's template. */
export const StockUploadBody = z.strictObject({
  /** `json`: a list of objects with the template's names, or of texts as the template says; `zip`: an archive in base64. */
  format: z.enum(stockFormats).default("lines"),
  text: z.string().min(1).max(stockLimits.archiveText),
  /** Not sold from then on. */
  expiresAt: instant.nullable().default(null),
  skipsRefused: z.boolean().default(false),
});
export type StockUploadBody = z.infer<typeof StockUploadBody>;

export const StockReportBody = z.strictObject({
  addedCount: count,
  refusedCount: count,
  /**
   * The first hundred, in their order: where (the line, or the place in the list or the archive) and why, and none of their words. An answer
   * that is repeated names no entries of the archive.
   */
  refused: z.array(
    z.strictObject({ line: count, entry: z.string().optional(), problem: z.enum(lineProblems) }),
  ),
});
export type StockReportView = z.infer<typeof StockReportBody>;
