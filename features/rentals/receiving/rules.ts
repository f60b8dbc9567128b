import type { Catalogue } from "#features/catalogue/rules.ts";
import { chooseRecipients } from "#features/supply/matching/rules.ts";

/** A rental that is open on a number; no service = the whole number. */
export type OpenRental = { readonly id: number; readonly service_id: number | null };

/** Which of the rentals on its number get an SMS: all of it goes to whole numbers, to the others what their service signs. */
export function recipientsOf(
  { sender, text }: { readonly sender: string; readonly text: string },
  open: readonly OpenRental[],
  { serviceById }: Catalogue,
): number[] {
  const single = open.flatMap(({ id, service_id }) => {
    const service = service_id === null ? null : serviceById.get(service_id);
    return service ? [{ orderId: id, serviceCode: service.code, serviceName: service.name }] : [];
  });
  return [
    ...open.filter(({ service_id }) => service_id === null).map(({ id }) => id),
    ...chooseRecipients(single, sender, text).map(({ orderId }) => orderId),
  ];
}
