import type { PurchaseChoices } from "#features/activations/purchase/purchase.rules.ts";
import { type Parameters, readMaxPrice, readMinPrice } from "#features/handler-api/request.rules.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Prefixes and suppliers that one call may name. */
const PREFIXES_MAX = 20;
const SUPPLIERS_MAX = 100;

/**
 * What getNumber asks for beside the usual: minPrice, fixedPrice, providerIds, exceptProviderIds, phoneException. Null when
 * nothing is. `wrong-prefix`: phoneException is no list of prefixes of this country (`dialCode`; null = any country, which has none); `nothing`: choices that
 * cannot be read, so that no number is known to fulfil them.
 */
export function readChoices(
  parameters: Parameters,
  dialCode: string | null,
): PurchaseChoices | null | "wrong-prefix" | "nothing" {
  const exceptPrefixes = readPrefixes(parameters.get("phoneException"), dialCode);
  if (exceptPrefixes === null) return "wrong-prefix";
  const minPriceKopecks = readLowest(parameters);
  const supplierIds = readIds(parameters.get("providerIds"));
  const exceptSupplierIds = readIds(parameters.get("exceptProviderIds"));
  if (
    minPriceKopecks === "unreadable" ||
    supplierIds === "unreadable" ||
    exceptSupplierIds === "unreadable"
  ) {
    return "nothing";
  }
  const isAnything = minPriceKopecks !== null || supplierIds !== null || exceptSupplierIds !== null;
  if (!isAnything && exceptPrefixes.length === 0) return null;
  return { minPriceKopecks, supplierIds, exceptSupplierIds: exceptSupplierIds ?? [], exceptPrefixes };
}

/** fixedPrice makes the highest price the lowest one too; without a maxPrice there is no price to keep to. */
function readLowest(parameters: Parameters): Kopecks | null | "unreadable" {
  const least = readMinPrice(parameters);
  const most = readMaxPrice(parameters);
  const isFixed = /^(?:true|1)$/i.test(parameters.get("fixedPrice") ?? "");
  if (least === "unreadable" || !isFixed || most === null) return least;
  return kopecks(Math.max(least ?? 0, most));
}

/** Country code and 3 to 6 digits each, with commas between them (protocol 1.5); null for anything else. */
function readPrefixes(text: string | undefined, dialCode: string | null): string[] | null {
  if (text === undefined) return [];
  if (dialCode === null) return null;
  const prefixes = [...new Set(text.split(",").map((prefix) => prefix.trim()))].sort();
  const isRight = (prefix: string) =>
    prefix.startsWith(dialCode) && /^\d{3,6}$/.test(prefix.slice(dialCode.length));
  return prefixes.length <= PREFIXES_MAX && prefixes.every(isRight) ? prefixes : null;
}

function readIds(text: string | undefined): number[] | null | "unreadable" {
  if (text === undefined) return null;
  const ids = [...new Set(text.split(",").map((id) => id.trim()))];
  if (ids.length > SUPPLIERS_MAX || !ids.every((id) => /^[1-9]\d{0,8}$/.test(id))) return "unreadable";
  return ids.map(Number).sort((a, b) => a - b);
}
