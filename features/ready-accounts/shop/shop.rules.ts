import { foldSearch } from "#features/catalogue/catalogue.rules.ts";
import type { ReadyService } from "#features/ready-accounts/ready-accounts.contract.ts";
import { orderCountMax } from "#features/ready-accounts/ready-accounts.rules.ts";

/** The selection of ready accounts, at a service's offers where a code is given: a path without a language. */
export function shopPath(serviceCode: string | null): string {
  return serviceCode === null ? "/?type=readyAccounts" : `/?type=readyAccounts&accounts=${serviceCode}`;
}

/** The code of the service whose offers a page's query asks for; null for none. */
export function askedService(search: string): string | null {
  return new URLSearchParams(search).get("accounts");
}

type Stepped = { readonly count: number; readonly min_count: number };

/** The most that one order of an offer can be. */
export function mostOf({ count }: Stepped): number {
  return Math.min(count, orderCountMax);
}

/** The count after a step of one; a step out of what the offer has is ignored (spec, section 5). */
export function steppedCount(current: number, change: 1 | -1, offer: Stepped): number {
  const next = current + change;
  return next > mostOf(offer) || next < offer.min_count ? current : next;
}

/** The services whose name or code has what was typed. */
export function findReadyServices(services: readonly ReadyService[], typed: string): readonly ReadyService[] {
  const wanted = foldSearch(typed);
  return wanted === ""
    ? services
    : services.filter(({ name, external_id }) => foldSearch(name).includes(wanted) || external_id === wanted);
}
