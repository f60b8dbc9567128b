import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { chooseRecipients } from "#features/supply/matching/matching.rules.ts";
import type { Withholds } from "#features/supply/withheld.rules.ts";

/** An order that is open on a number. */
export type OpenOnNumber = { readonly id: number; readonly service_id: number };

/** Which of the orders on its number get an SMS. */
export function recipientsOf(
  { sender, text }: { readonly sender: string; readonly text: string },
  open: readonly OpenOnNumber[],
  { serviceById }: Catalogue,
  withholds: Withholds,
): number[] {
  const orders = open.map(({ id, service_id }) => ({
    orderId: id,
    serviceCode: serviceById.get(service_id)?.code ?? "",
    serviceName: serviceById.get(service_id)?.name ?? "",
  }));
  return chooseRecipients(orders, sender, text, withholds).map(({ orderId }) => orderId);
}
