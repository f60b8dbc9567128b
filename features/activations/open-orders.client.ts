import { useKnownNumbers, useTick } from "#features/activations/activations.client.ts";
import { countOpenOrders, type OpenOrders } from "#features/activations/open-orders.rules.ts";
import { isRunning, useKnownSearches } from "#features/activations/search/search.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";

/** What a signed-in buyer has open, second by second; null for guests and for those whose settings turn it off. */
export function useOpenOrders(): OpenOrders | null {
  const { visitor } = useVisitor();
  const numbers = useKnownNumbers();
  const searches = useKnownSearches();
  const nowMs = useTick();
  if (!visitor || visitor.dynamicFields?.settings?.info_on_active_purchases === false) return null;
  return countOpenOrders(numbers.data ?? [], (searches.data ?? []).filter(isRunning), nowMs);
}
