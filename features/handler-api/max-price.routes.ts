import { findCountry, findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import {
  type Answer,
  answerJson,
  answerToken,
  answerTokenWith,
} from "#features/handler-api/handler-api.rules.ts";
import { type Parameters, readCountry, readMaxPrice } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { setKeyMaxPrice } from "#features/identity/api-keys/api-keys.writes.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { decimalRoubles, kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** The lowest price that can be a limit: what is told when none could be read. */
const leastKopecks = kopecks(1);

/**
 * `setMaxPrice`: the highest price that this key agrees to for a service in a country, for purchases that name none; `maxPrice=0` takes
 * it away. A price that is missing or cannot be read changes nothing: a limit is never lost by a slip.
 */
export async function setMaxPrice(db: Db, caller: KeyOwner, parameters: Parameters): Promise<Answer> {
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return answerToken("BAD_SERVICE");
  const countryId = readCountry(parameters, env.DEFAULT_COUNTRY_ID);
  if (countryId === null || !(await findCountry(db, countryId))) return answerToken("BAD_COUNTRY");
  const { key, userId } = caller;
  if (!coversGoods(key, service.id, countryId)) return answerToken("SERVICE_NOT_AVAILABLE");
  const isLifted = /^0+(?:\.0+)?$/.test(parameters.get("maxPrice") ?? "");
  const price = isLifted ? null : readMaxPrice(parameters);
  // A missing price limits nothing and an unreadable one limits to zero: neither is a price to keep.
  if (!isLifted && (price === null || price < leastKopecks))
    return answerTokenWith("WRONG_MAX_PRICE", decimalRoubles(leastKopecks));
  const goods = { serviceId: service.id, countryId };
  if (!(await setKeyMaxPrice(db, { userId, keyId: key.keyId }, goods, price)))
    return answerJson({ status: "fail", msg: "too_many_limits" });
  return answerJson({
    status: "success",
    service: service.code,
    country: countryId,
    maxPrice: price === null ? null : roublesNumber(price),
  });
}
