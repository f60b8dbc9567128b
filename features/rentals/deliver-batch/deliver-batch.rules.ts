import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { chooseRecipients } from "#features/supply/matching/matching.rules.ts";
import type { Withholds } from "#features/supply/withheld.rules.ts";

/** A rental that is open on a number; no service = the whole number. */
export type OpenRental = { readonly id: number; readonly service_id: number | null };

/**
 * Which of the rentals on its number get an SMS: whole numbers all but what is withheld, the others what their service signs. The
 * content rule is that of single SMS.
 */
export function recipientsOf(
  { sender, text }: { readonly sender: string; readonly text: string },
  open: readonly OpenRental[],
  { serviceById }: Catalogue,
  withholds: Withholds,
): number[] {
  const single = open.flatMap(({ id, service_id }) => {
    const service = service_id === null ? null : serviceById.get(service_id);
    return service ? [{ orderId: id, serviceCode: service.code, serviceName: service.name }] : [];
  });
  const whole = open.filter(({ service_id }) => service_id === null);
  return [
    ...(whole.length === 0 || withholds({ sender, text }) ? [] : whole.map(({ id }) => id)),
    ...chooseRecipients(single, sender, text, withholds).map(({ orderId }) => orderId),
  ];
}
