import accountThatStaysYours from "#features/content/first-texts/data/article-an-account-that-stays-yours.json" with {
  type: "json",
};
import codesInTelegram from "#features/content/first-texts/data/article-codes-in-telegram.json" with {
  type: "json",
};
import howAnSmsArrives from "#features/content/first-texts/data/article-how-an-sms-arrives.json" with {
  type: "json",
};
import moneyBack from "#features/content/first-texts/data/article-money-back-without-asking.json" with {
  type: "json",
};
import codeOrRental from "#features/content/first-texts/data/article-one-code-or-a-rental.json" with {
  type: "json",
};
import oneKeyForBots from "#features/content/first-texts/data/article-one-key-for-bots.json" with {
  type: "json",
};
import payingIn from "#features/content/first-texts/data/article-paying-in-and-getting-out.json" with {
  type: "json",
};
import priceAndChance from "#features/content/first-texts/data/article-price-and-chance.json" with {
  type: "json",
};
import sandboxForBots from "#features/content/first-texts/data/article-sandbox-for-bots.json" with {
  type: "json",
};
import codeDoesNotCome from "#features/content/first-texts/data/article-the-code-does-not-come.json" with {
  type: "json",
};
import toldInsteadOfAsking from "#features/content/first-texts/data/article-told-instead-of-asking.json" with {
  type: "json",
};
import modemEarnings from "#features/content/first-texts/data/article-what-a-modem-earns.json" with {
  type: "json",
};
import whatWeDoNotSell from "#features/content/first-texts/data/article-what-we-do-not-sell.json" with {
  type: "json",
};
import api from "#features/content/first-texts/data/faq-api.json" with { type: "json" };
import money from "#features/content/first-texts/data/faq-money.json" with { type: "json" };
import numbers from "#features/content/first-texts/data/faq-numbers.json" with { type: "json" };
import readyAccounts from "#features/content/first-texts/data/faq-ready-accounts.json" with { type: "json" };
import rentingQuestions from "#features/content/first-texts/data/faq-renting.json" with { type: "json" };
import software from "#features/content/first-texts/data/faq-software.json" with { type: "json" };
import stores from "#features/content/first-texts/data/faq-stores.json" with { type: "json" };
import menus from "#features/content/first-texts/data/menus.json" with { type: "json" };
import guide from "#features/content/first-texts/data/page-guide.json" with { type: "json" };
import howACodeIsBought from "#features/content/first-texts/data/page-how-a-code-is-bought.json" with {
  type: "json",
};
import noNumberNow from "#features/content/first-texts/data/page-no-number-now.json" with { type: "json" };
import refunds from "#features/content/first-texts/data/page-refunds.json" with { type: "json" };
import renting from "#features/content/first-texts/data/page-renting.json" with { type: "json" };
import toppingUp from "#features/content/first-texts/data/page-topping-up.json" with { type: "json" };
import yourAccount from "#features/content/first-texts/data/page-your-account.json" with { type: "json" };
import tags from "#features/content/first-texts/data/tags.json" with { type: "json" };

type ByLocale<Text> = Readonly<Record<string, Text>>;
export type Names = ByLocale<string>;
type Told = { readonly title: string; readonly summary: string; readonly body: readonly string[] };

export type WrittenArticle = {
  readonly slug: string;
  readonly daysAgo: number;
  readonly tags: readonly string[];
  readonly texts: ByLocale<Told>;
};

export type WrittenEntry = {
  readonly slug: string;
  readonly texts: ByLocale<{ readonly question: string; readonly answer: readonly string[] }>;
};

/** What a shop may offer or not; questions about it are of use only where it does. */
export type Offered = { readonly stores: boolean; readonly software: boolean };

type WrittenTopic = {
  readonly slug: string;
  readonly names: Names;
  readonly entries: readonly WrittenEntry[];
  readonly onlyWith?: keyof Offered;
};

export type WrittenPage = {
  readonly slug: string;
  readonly texts: ByLocale<Told>;
  readonly below?: readonly WrittenPage[];
};

export type WrittenMenu = {
  readonly position: string;
  readonly texts: ByLocale<{ readonly title: string; readonly entries: readonly unknown[] }>;
};

export const writtenTags: readonly { readonly slug: string; readonly names: Names }[] = tags;

export const writtenArticles: readonly WrittenArticle[] = [
  codeOrRental,
  codeDoesNotCome,
  howAnSmsArrives,
  moneyBack,
  priceAndChance,
  oneKeyForBots,
  toldInsteadOfAsking,
  accountThatStaysYours,
  payingIn,
  modemEarnings,
  sandboxForBots,
  whatWeDoNotSell,
  codesInTelegram,
];

const topics: readonly WrittenTopic[] = [
  numbers,
  rentingQuestions,
  money,
  api,
  readyAccounts,
  { ...stores, onlyWith: "stores" },
  { ...software, onlyWith: "software" },
];

/** The questions by topic, in their order, without what this shop does not offer. */
export function writtenTopics(offered: Offered): readonly WrittenTopic[] {
  return topics.filter(({ onlyWith }) => onlyWith === undefined || offered[onlyWith]);
}

export const writtenPages: readonly WrittenPage[] = [
  { ...guide, below: [howACodeIsBought, noNumberNow, toppingUp, refunds, renting, yourAccount] },
];

export const writtenMenus: readonly WrittenMenu[] = menus;
