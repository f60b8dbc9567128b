import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { type Answer, answerToken } from "#features/handler-api/handler-api.rules.ts";
import { keepable, keptList } from "#features/handler-api/lists/lists.routes.ts";
import { type Parameters, readCount } from "#features/handler-api/request.rules.ts";
import { listCountryMetrics } from "#features/statistics/statistics.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * The countries that a service was bought in most, with their share of its purchases and how many of a hundred got a code;
 * of the last 30 days. `length` (10, at most 100), `page` from 1.
 */
export async function listTopCountryMetrics(db: Db, parameters: Parameters): Promise<Answer> {
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return answerToken("WRONG_SERVICE");
  const limit = Math.max(1, readCount(parameters, "length", 10, 100));
  const page = Math.max(1, readCount(parameters, "page", 1, 10_000));
  const list = await keptList(db, `metrics:${service.id}:${limit}:${page}`, async () => {
    const metrics = await listCountryMetrics(db, service.id, { offset: limit * (page - 1), limit });
    return keepable(
      metrics.map((metric) => ({
        country: metric.countryId,
        share: metric.sharePercent,
        rate: metric.successPercent,
      })),
      false,
    );
  });
  // Of a page behind the last one as well.
  return isEmpty(list.body) ? answerToken("NO_METRICS") : list;
}

/** An empty list as it is written: `[]`. */
const isEmpty = (body: string | Uint8Array) => body.length === 2;
