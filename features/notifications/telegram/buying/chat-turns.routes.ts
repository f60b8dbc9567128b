import { type ActivationStep, liveActivations } from "#features/activations/activation-port.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { getWallet } from "#features/ledger/ledger.reads.ts";
import {
  buyingLimits,
  findGoods,
  type Press,
  pressData,
} from "#features/notifications/telegram/buying/buying.rules.ts";
import {
  type ChatOffer,
  listChatOffers,
  listChatServices,
} from "#features/notifications/telegram/buying/chat-offers.reads.ts";
import { orderMessage } from "#features/notifications/telegram/buying/chat-orders.reads.ts";
import {
  buyInChat,
  type ChatPurchase,
  keepQuote,
} from "#features/notifications/telegram/buying/chat-purchases.writes.ts";
import type { ChatCaller } from "#features/notifications/telegram/telegram.rules.ts";
import {
  type ChatButton,
  type ChatMessage,
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

/** What is said to somebody whose chat is linked: a few messages, in their order. */
type Answers = readonly ChatMessage[];

/** The beginning of everything. */
export function menu({ locale }: ChatCaller): ChatMessage {
  const text = chatTexts(locale);
  return {
    html: `${text("hello")}\n\n${text("how")}\n\n${text("unlinkHint")}`,
    buttons: menuButtons(locale),
  };
}

function menuButtons(locale: Locale): ChatButton[][] {
  const text = buttonTexts(locale);
  const button = (press: Press): ChatButton => ({ text: text(press), data: pressData(press) });
  return [[button("services")], [button("balance"), button("numbers")]];
}

/** What somebody writes who wants a number: a service, a country or both. */
export async function answerText(caller: ChatCaller, updateId: number, text: string): Promise<Answers> {
  const catalogue = await readCatalogue(caller.db);
  const { service, country } = findGoods(catalogue, text);
  const say = chatTexts(caller.locale);
  if (service && country) return quote(caller, updateId, [service.id, country.id]);
  if (service) return listCountries(caller, service.id);
  if (country) return [{ html: say("whichService", { country: countryName(country, caller.locale) }) }];
  return [{ html: say("notFound"), buttons: menuButtons(caller.locale) }];
}

/** What a pressed button asks for. */
export async function answerPress(
  caller: ChatCaller,
  updateId: number,
  { press, ids }: { press: Press; ids: readonly number[] },
): Promise<Answers> {
  const [id = 0] = ids;
  switch (press) {
    case "services":
      return listServices(caller);
    case "service":
      return listCountries(caller, id);
    case "goods":
      return quote(caller, updateId, ids);
    case "buy":
    case "confirm":
      return buy(caller, id, press === "confirm");
    case "balance":
      return [await tellWallet(caller)];
    case "numbers":
      return listNumbers(caller);
    default:
      return act(caller, id, press);
  }
}

/** Rows of two. */
function inPairs(buttons: readonly ChatButton[]): ChatButton[][] {
  return buttons.flatMap((button, index) =>
    index % 2 === 0 ? [[button, ...buttons.slice(index + 1, index + 2)]] : [],
  );
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
  if (!first) return [{ html: text("soldOut"), buttons: menuButtons(caller.locale) }];
  const buttons = offers.slice(0, buyingLimits.countries).map((offer) => [
    {
      text: `${offer.countryName} · ${roublesText(offer.priceKopecks)}`,
      data: pressData("goods", offer.serviceId, offer.countryId),
    },
  ]);
  return [{ html: text("whichCountry", { service: first.serviceName }), buttons }];
}

/** The price, before anything is bought. */
async function quote(caller: ChatCaller, updateId: number, ids: readonly number[]): Promise<Answers> {
  const [serviceId = 0, countryId = 0] = ids;
  const [offer] = await listChatOffers(caller, { serviceId, countryId });
  if (!offer) return [{ html: chatTexts(caller.locale)("soldOut"), buttons: menuButtons(caller.locale) }];
  await keepQuote(caller.db, caller, updateId, offer);
  return [await quoteMessage(caller, updateId, offer)];
}

async function quoteMessage(caller: ChatCaller, id: number, offer: ChatOffer): Promise<ChatMessage> {
  const { db, actor, locale } = caller;
  const { availableKopecks } = await getWallet(db, actor.userId);
  const price = roublesText(offer.priceKopecks);
  const balance = roublesText(kopecks(availableKopecks));
  return {
    html: [
      `<b>${escapeHtml(offer.serviceName)}</b> · ${escapeHtml(offer.countryName)}`,
      chatTexts(locale)("price", { price, balance }),
    ].join("\n"),
    buttons: [[{ text: buttonTexts(locale)("buyFor", { price }), data: pressData("buy", id) }]],
  };
}

async function buy(caller: ChatCaller, quoteId: number, isConfirmed: boolean): Promise<Answers> {
  const purchase = await buyInChat(caller, quoteId, isConfirmed);
  if (purchase.kind !== "bought") return [refusal(caller, quoteId, purchase)];
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

/** A step of an order's owner. Done twice it says how the order stands. */
async function act(caller: ChatCaller, id: number, step: ActivationStep): Promise<Answers> {
  try {
    await liveActivations.act(caller, id, step);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [refusalText(error, caller.locale)];
  }
  const order = await liveActivations.find(caller, id);
  return order ? [orderMessage(order, caller.locale)] : [];
}
