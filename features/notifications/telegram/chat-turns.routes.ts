import { type ActivationStep, liveActivations } from "#features/activations/activation-port.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import {
  type Answers,
  inPairs,
  menuButtons,
  soldOut,
} from "#features/notifications/telegram/buying/chat-menu.reads.ts";
import {
  listChatOffers,
  listChatServices,
} from "#features/notifications/telegram/buying/chat-offers.reads.ts";
import { orderMessage } from "#features/notifications/telegram/buying/chat-orders.reads.ts";
import {
  buyInChat,
  type ChatPurchase,
} from "#features/notifications/telegram/buying/chat-purchases.writes.ts";
import { quote } from "#features/notifications/telegram/buying/chat-quotes.routes.ts";
import {
  buyingLimits,
  findGoods,
  type Press,
  pressData,
} from "#features/notifications/telegram/buying.rules.ts";
import {
  cancelRentalHere,
  listRentalsHere,
  listRentCountries,
  listRentServicesHere,
  listRentTerms,
  quoteRent,
  showRental,
} from "#features/notifications/telegram/renting/rent-turns.routes.ts";
import {
  type ChatCaller,
  type ChatMessage,
  type ChatParts,
  escapeHtml,
} from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { errorBody } from "#lib/api/errors-to-http.ts";
import { type AppError, isAppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const everyOrder = { states: null, serviceId: null, countryId: null } as const;

/** What somebody writes who wants a number: a service, a country or both. */
export async function answerText(caller: ChatCaller, updateId: number, text: string): Promise<Answers> {
  const catalogue = await readCatalogue(caller.db);
  const { service, country } = findGoods(catalogue, text);
  const say = chatTexts(caller.locale);
  if (service && country) return quoteNumber(caller, updateId, [service.id, country.id]);
  if (service) return listCountries(caller, service.id);
  if (country) return [{ html: say("whichService", { country: countryName(country, caller.locale) }) }];
  return [{ html: say("notFound"), buttons: menuButtons(caller.locale) }];
}

/** What a pressed button asks for. */
export async function answerPress(
  caller: ChatCaller,
  updateId: number,
  { press, ids }: { press: Press; ids: readonly number[] },
  parts: ChatParts,
): Promise<Answers> {
  const [id = 0] = ids;
  switch (press) {
    case "services":
      return listServices(caller);
    case "service":
      return listCountries(caller, id);
    case "goods":
      return quoteNumber(caller, updateId, ids);
    case "last":
      return quoteLast(caller, updateId);
    case "buy":
    case "confirm":
      return buy(caller, id, press === "confirm");
    case "balance":
      return [await tellWallet(caller)];
    case "numbers":
      return listNumbers(caller);
    case "week":
      return [await parts.tellWeek(caller)];
    case "cancel":
    case "report":
    case "finish":
    case "ask_more":
      return orRefusal(caller, () => act(caller, id, press));
    default:
      return answerRentPress(caller, updateId, { press, ids });
  }
}

type RentPress = Extract<Press, `rent${string}`>;

function answerRentPress(
  caller: ChatCaller,
  updateId: number,
  { press, ids }: { press: RentPress; ids: readonly number[] },
): Promise<Answers> {
  const [id = 0] = ids;
  switch (press) {
    case "rent_services":
      return listRentServicesHere(caller);
    case "rent_service":
      return listRentCountries(caller, id);
    case "rent_country":
      return listRentTerms(caller, ids);
    case "rent_goods":
      return quoteRent(caller, updateId, ids);
    case "rentals":
      return listRentalsHere(caller);
    case "rent_cancel":
      return orRefusal(caller, () => cancelRentalHere(caller, id));
  }
}

async function listServices(caller: ChatCaller): Promise<Answers> {
  const services = await listChatServices(caller);
  const buttons = services.map((service) => ({
    text: serviceName(service, caller.locale),
    data: pressData("service", service.id),
  }));
  return [{ html: chatTexts(caller.locale)("whatFor"), buttons: inPairs(buttons) }];
}

async function listCountries(caller: ChatCaller, serviceId: number): Promise<Answers> {
  const offers = await listChatOffers(caller, { serviceId });
  const text = chatTexts(caller.locale);
  const [first] = offers;
  if (!first) return soldOut(caller);
  const buttons = offers.slice(0, buyingLimits.countries).map((offer) => [
    {
      text: `${offer.countryName} · ${roublesText(offer.priceKopecks)}`,
      data: pressData("goods", offer.serviceId, offer.countryId),
    },
  ]);
  return [{ html: text("whichCountry", { service: first.serviceName }), buttons }];
}

async function quoteNumber(caller: ChatCaller, updateId: number, ids: readonly number[]): Promise<Answers> {
  const [serviceId = 0, countryId = 0] = ids;
  const [offer] = await listChatOffers(caller, { serviceId, countryId });
  return offer ? quote(caller, updateId, offer) : soldOut(caller);
}

/** The price of what was bought last, wherever it was. */
async function quoteLast(caller: ChatCaller, updateId: number): Promise<Answers> {
  const { views } = await liveActivations.list(caller, everyOrder, { beforeId: null, limit: 1 });
  const [last] = views;
  if (last) return quoteNumber(caller, updateId, [last.service.id, last.country.id]);
  return [{ html: chatTexts(caller.locale)("nothingBought"), buttons: menuButtons(caller.locale) }];
}

async function buy(caller: ChatCaller, quoteId: number, isConfirmed: boolean): Promise<Answers> {
  const purchase = await buyInChat(caller, quoteId, isConfirmed);
  if (purchase.kind !== "bought") return [refusal(caller, quoteId, purchase)];
  if (purchase.hours !== null) return showRental(caller, purchase.orderId);
  const order = await liveActivations.find(caller, purchase.orderId);
  return order ? [orderMessage(order, caller.locale)] : [];
}

function refusal(
  { locale }: ChatCaller,
  quoteId: number,
  purchase: Exclude<ChatPurchase, { kind: "bought" }>,
): ChatMessage {
  const [text, button] = [chatTexts(locale), buttonTexts(locale)];
  switch (purchase.kind) {
    case "ask": {
      const price = roublesText(purchase.priceKopecks);
      const above = roublesText(purchase.aboveKopecks);
      return {
        html: text("askOnceMore", { price, above }),
        buttons: [[{ text: button("buyFor", { price }), data: pressData("confirm", quoteId) }]],
      };
    }
    case "over":
      return { html: text("priceOver"), buttons: menuButtons(locale) };
    case "capped": {
      const values = { cap: roublesText(purchase.capKopecks), left: roublesText(purchase.leftKopecks) };
      const address = siteAddress(locale, "/profile/settings/notifications");
      return withPage(text("capped", values), button("settings"), address);
    }
    default:
      return refusalText(purchase.error, locale);
  }
}

/** A refusal in the API's words; whoever has too little is led to where it can be helped. */
function refusalText(error: AppError, locale: Locale): ChatMessage {
  const html = escapeHtml(errorBody(error, locale, "").message);
  return error.code === "NO_BALANCE"
    ? withPage(html, buttonTexts(locale)("topUp"), siteAddress(locale, "/profile/pay"))
    : { html };
}

async function tellWallet({ db, actor, locale }: ChatCaller): Promise<ChatMessage> {
  const { availableKopecks, heldKopecks } = await getWallet(db, actor.userId);
  const values = { balance: roublesText(kopecks(availableKopecks)), held: roublesText(kopecks(heldKopecks)) };
  return withPage(
    chatTexts(locale)("wallet", values),
    buttonTexts(locale)("topUp"),
    siteAddress(locale, "/profile/pay"),
  );
}

async function listNumbers(caller: ChatCaller): Promise<Answers> {
  const orders = (await liveActivations.listActive(caller)).slice(0, buyingLimits.numbers);
  if (orders.length > 0) return orders.map((order) => orderMessage(order, caller.locale));
  return [{ html: chatTexts(caller.locale)("noNumbers"), buttons: menuButtons(caller.locale) }];
}

/** What is refused is said in the API's words. */
async function orRefusal(caller: ChatCaller, taking: () => Promise<Answers>): Promise<Answers> {
  try {
    return await taking();
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [refusalText(error, caller.locale)];
  }
}

/** A step of an order's owner. Done twice it says how the order stands. */
async function act(caller: ChatCaller, id: number, step: ActivationStep): Promise<Answers> {
  await liveActivations.act(caller, id, step);
  const order = await liveActivations.find(caller, id);
  return order ? [orderMessage(order, caller.locale)] : [];
}
