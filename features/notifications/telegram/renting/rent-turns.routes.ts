import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import {
  type Answers,
  inPairs,
  menuButtons,
  soldOut,
} from "#features/notifications/telegram/buying/chat-menu.reads.ts";
import { quote } from "#features/notifications/telegram/buying/chat-quotes.routes.ts";
import { buyingLimits, findGoods, pressData } from "#features/notifications/telegram/buying.rules.ts";
import {
  listChatRentServices,
  listChatRents,
} from "#features/notifications/telegram/renting/rent-offers.reads.ts";
import { rentalMessage } from "#features/notifications/telegram/renting/rental-messages.reads.ts";
import type { ChatCaller } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { quickTerms, spanText } from "#features/rentals/duration.rules.ts";
import { liveRentals } from "#features/rentals/rental-port.writes.ts";
import { rentHours } from "#features/rentals/rentals.rules.ts";
import { localeFacts } from "#lib/i18n/locales.ts";

/** What somebody writes behind /rent: a service, a country or both. */
export async function answerRentText(caller: ChatCaller, text: string): Promise<Answers> {
  const { service, country } = findGoods(await readCatalogue(caller.db), text);
  const say = chatTexts(caller.locale);
  if (service && country) return listRentTerms(caller, [service.id, country.id]);
  if (service) return listRentCountries(caller, service.id);
  if (country) return [{ html: say("whichService", { country: countryName(country, caller.locale) }) }];
  return [{ html: say("notFound"), buttons: menuButtons(caller.locale) }];
}

/** The services whose numbers are rented. */
export async function listRentServicesHere(caller: ChatCaller): Promise<Answers> {
  const services = await listChatRentServices(caller);
  if (services.length === 0) return soldOut(caller);
  const buttons = services.map((service) => ({
    text: serviceName(service, caller.locale),
    data: pressData("rent_service", service.id),
  }));
  return [{ html: chatTexts(caller.locale)("rentWhatFor"), buttons: inPairs(buttons) }];
}

/** Where a service is rented, at the price of the shortest time. */
export async function listRentCountries(caller: ChatCaller, serviceId: number): Promise<Answers> {
  const offers = await listChatRents(caller, { serviceId, hours: rentHours.min });
  const [first] = offers;
  if (!first) return soldOut(caller);
  const buttons = offers.slice(0, buyingLimits.countries).map((offer) => [
    {
      text: `${offer.countryName} · ${roublesText(offer.priceKopecks)}`,
      data: pressData("rent_country", offer.serviceId, offer.countryId),
    },
  ]);
  const hours = spanText(localeFacts[caller.locale].tag, rentHours.min * 3_600);
  return [{ html: chatTexts(caller.locale)("rentCountry", { service: first.serviceName, hours }), buttons }];
}

/** For how long, each time with its price. */
export async function listRentTerms(caller: ChatCaller, ids: readonly number[]): Promise<Answers> {
  const [serviceId = 0, countryId = 0] = ids;
  const offers = await Promise.all(
    quickTerms(rentHours).map((hours) => listChatRents(caller, { serviceId, countryId, hours })),
  );
  const terms = offers.flatMap(([offer]) => (offer ? [offer] : []));
  const [first] = terms;
  if (!first) return soldOut(caller);
  const { tag } = localeFacts[caller.locale];
  const buttons = terms.map(({ hours, priceKopecks }) => [
    {
      text: `${spanText(tag, (hours ?? 0) * 3_600)} · ${roublesText(priceKopecks)}`,
      data: pressData("rent_goods", serviceId, countryId, hours ?? 0),
    },
  ]);
  const { serviceName: service, countryName: country } = first;
  return [{ html: chatTexts(caller.locale)("rentTerm", { service, country }), buttons }];
}

/** The price of a rental, before anything is rented. */
export async function quoteRent(
  caller: ChatCaller,
  updateId: number,
  ids: readonly number[],
): Promise<Answers> {
  const [serviceId = 0, countryId = 0, hours = 0] = ids;
  const isTerm = hours >= rentHours.min && hours <= rentHours.max;
  const [offer] = isTerm ? await listChatRents(caller, { serviceId, countryId, hours }) : [];
  return offer ? quote(caller, updateId, offer) : soldOut(caller);
}

/** A rental as it stands; nothing where it is nobody's of this chat. */
export async function showRental(caller: ChatCaller, id: number): Promise<Answers> {
  const rental = await liveRentals.findDetails(caller, id);
  return rental ? [rentalMessage(rental, caller.locale)] : [];
}

/** The numbers that are rented, newest first. */
export async function listRentalsHere(caller: ChatCaller): Promise<Answers> {
  const open = await liveRentals.listOpen(caller, { start: 0, limit: buyingLimits.rentals });
  const shown = await Promise.all(open.map(({ id }) => showRental(caller, id)));
  if (open.length > 0) return shown.flat();
  const button = { text: buttonTexts(caller.locale)("rent_services"), data: pressData("rent_services") };
  return [{ html: chatTexts(caller.locale)("noRentals"), buttons: [[button]] }];
}

/** Gives a rental back that got nothing yet. Throws as the port's step does. */
export async function cancelRentalHere(caller: ChatCaller, id: number): Promise<Answers> {
  await liveRentals.act(caller, id, "cancel");
  return showRental(caller, id);
}
