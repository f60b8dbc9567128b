import { saleVersion } from "#features/policy/policy.reads.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { sharedPricesMs } from "#features/pricing/pricing.rules.ts";
import { exportPricesEndpoint } from "#features/pricing/table/price-table.contract.ts";
import { findPriceTable } from "#features/pricing/table/price-table.reads.ts";
import { readPriceQuery } from "#features/pricing/table/price-table.rules.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { csvBytes } from "#lib/i18n/csv.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const columns = ["name", "price", "wholesale", "count"] as const;

export const priceTableRoutes = [
  sharedRoute(
    exportPricesEndpoint,
    async ({ db, query: given, locale: spoken }) => {
      const { locale = spoken, ...rest } = given;
      const query = readPriceQuery(rest);
      const table = await findPriceTable(db, query, { locale, userId: null });
      if (!table) {
        const { SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND } = pricingErrors;
        throw new AppError(query.subject === "country" ? COUNTRY_NOT_FOUND : SERVICE_NOT_FOUND);
      }
      const header = columns.map((column) => translateMessage(locale, `pricing.table.file.${column}`));
      const lines = table.rows.map(({ name, retailKopecks, wholesaleKopecks, count }) => [
        name,
        { kopecks: retailKopecks },
        { kopecks: wholesaleKopecks },
        { number: count },
      ]);
      return new Response(csvBytes(locale, [header, ...lines], true), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="prices-${table.slug}.csv"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      });
    },
    {
      keyOf: ({ query: { q = "", service = "", country = "", sort = "", locale = "" } }) =>
        q.trim() === "" ? JSON.stringify([service, country, sort, locale]) : null,
      versionOf: saleVersion,
      keptMs: sharedPricesMs,
    },
  ),
];
