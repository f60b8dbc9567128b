import { isLicenceCall } from "#features/licences/licences.rules.ts";
import type { Route } from "#lib/api/route.ts";

/** The calls that are there: what a setting has closed is as if it had never been written. */
export function openRoutes(
  routes: readonly Route[],
  { areLicencesSold }: { readonly areLicencesSold: boolean },
): readonly Route[] {
  return areLicencesSold ? routes : routes.filter(({ endpoint }) => !isLicenceCall(endpoint));
}
