import { z } from "zod";
import { abFlags } from "#lib/cookies.ts";
import { parseLanguageSites } from "#lib/i18n/language-sites.ts";
import { parseLocaleDefaults } from "#lib/i18n/locale-defaults.ts";
import { locales } from "#lib/i18n/locales.ts";
import { parseSocialLinks } from "#lib/i18n/social-links.ts";

const switchedTo = (fallback: "0" | "1") =>
  z
    .enum(["0", "1", "true", "false"])
    .default(fallback)
    .transform((value) => value === "1" || value === "true");
const flag = switchedTo("0");
const seconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const optionalText = z.string().trim().min(1).optional();

/** Every setting of the product. docs/operations.md shows them (npm run settings); defaults suit the default start. */
const Env = z.object({
  /** Where processes on this machine reach the front door (the simulator delivers its SMS there). */
  API_URL: z.string().default("http://127.0.0.1:3000"),
  /**
   * BTCPay Server with an own store: the key may view and create invoices and create pull payments; the secret is that of
   * the store's webhook to /api/payments/webhooks/btcpay.
   */
  BTCPAY_URL: optionalText,
  BTCPAY_STORE_ID: optionalText,
  BTCPAY_API_KEY: optionalText,
  BTCPAY_WEBHOOK_SECRET: optionalText,
  /** Name shown to people: brand, mail sender, page titles. */
  BRAND_NAME: z.string().default("SMS Den"),
  /**
   * The content desk, where editors write the blog: its own login to the database (migrate makes it when it is missing; it sees the schema cms
   * alone), the key that the front door signs editors' requests with (the same for both), its loopback port, and where the front door
   * finds it. Without CMS_URL the site has no content desk.
   */
  CMS_DATABASE_URL: z.string().optional(),
  CMS_KEY: z.string().min(32).optional(),
  CMS_PORT: port(3004),
  CMS_URL: z.url({ protocol: /^http$/ }).optional(),
  /**
   * The default start builds and runs the content desk, too, and begins it with texts in six languages: `npm run up` unless this is 0,
   * `npm run dev` where it is 1.
   */
  CONTENT_DESK: flag,
  /**
   * A header in which the proxy in front tells the visitor's country (two letters, such as `cf-ipcountry`), for the warning before
   * LANGUAGE_SITES; a proxy must write it over. Unset, and where it says anything else, the country is unknown.
   */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,60}$/)
    .optional(),
  /** Seconds after purchase during which a cancel is refused (0 = none). */
  CANCEL_LOCK_SECONDS: seconds(0),
  /** Claims about transfers worth more than so many kopecks are credited by two different people of the staff. */
  CLAIM_TWO_PEOPLE_KOPECKS: z.coerce.number().int().min(0).default(5_000_000),
  /** Coupon codes (AliPay, QQ) can be redeemed. */
  COUPONS: flag,
  /** The smallest price in yuan of coupons sold in a language, and in all others: `10,cn=20`. */
  COUPON_MINIMUMS_CNY: z
    .string()
    .regex(new RegExp(String.raw`^[1-9]\d{0,4}(,(${locales.join("|")})=[1-9]\d{0,4})*$`))
    .default("10,cn=20")
    .transform((list) => {
      const [others, ...own] = list.split(",");
      const byLocale = own.map((item) => item.split("=")).map(([locale, yuan]) => [locale, Number(yuan)]);
      return { others: Number(others), byLocale: Object.fromEntries(byLocale) as Record<string, number> };
    }),
  /** Where coupon codes are sold; the pay page links to it. */
  COUPON_SHOP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Batches of coupons that credit more than so many kopecks in all take a second person of the staff before a code of them counts. */
  COUPON_TWO_PEOPLE_KOPECKS: z.coerce.number().int().min(0).default(5_000_000),
  /** Daily rates of the Bank of Russia (roubles for a dollar); unset = nobody is asked, the last rate stays. */
  CBR_RATES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Cryptomus: the merchant and the key of its payment API. */
  CRYPTOMUS_MERCHANT_ID: optionalText,
  CRYPTOMUS_PAYMENT_KEY: optionalText,
  CRYPTOMUS_URL: z.string().default("https://api.cryptomus.com"),
  /** Connections that one network (an IPv4 address, an IPv6 /64) may hold; 0 = any number. Proxies and loopback are not counted. */
  CONNECTIONS_PER_NETWORK: z.coerce.number().int().min(0).default(1_000),
  /** Key for secrets at rest: 32 bytes in base64 (`openssl rand -base64 32`). Losing it loses them. */
  DATA_KEY: z.string().optional(),
  /** Connections to PostgreSQL per process. */
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
  /** The login of whoever owns the tables: migrate, seed, staff and check-data use it. Unset = that of DATABASE_URL. */
  DATABASE_OWNER_URL: z.string().optional(),
  /** PostgreSQL 15 or newer, as the processes log in to it; beside DATABASE_OWNER_URL a login of their own, which migrate makes when it is missing. */
  DATABASE_URL: z.string().optional(),
  /** Where the default start keeps its data, from the root of the checkout. */
  DATA_FOLDER: z.string().default(".data"),
  /** The country and the service that the home page shows first. */
  DEFAULT_COUNTRY_ID: z.coerce.number().int().default(95),
  /** The protocol code of that service. */
  DEFAULT_SERVICE_CODE: z
    .string()
    .regex(/^[a-z]{2,4}$/)
    .default("tg"),
  /** The id of the service that the home page shows first. */
  DEFAULT_SERVICE_ID: z.coerce.number().int().default(52),
  /** Where a language begins elsewhere: `ru=52:tg:6,hi=1:wa:22` (language = id and code of the service, id of the country). */
  DEFAULTS_BY_LANGUAGE: z
    .string()
    .default("")
    .transform(parseLocaleDefaults)
    .refine((defaults) => defaults !== null, "not of the form ru=52:tg:6,hi=1:wa:22"),
  /** Money desk, in kopecks: refunds of orders up to this need one person of the staff, everything else two. */
  DESK_ALONE_KOPECKS: z.coerce.number().int().min(0).default(100_000),
  /** Money desk, in kopecks: what is above it is signed by a lead. */
  DESK_LEAD_KOPECKS: z.coerce.number().int().min(0).default(5_000_000),
  /** The default start: demo accounts, mailbox page, test gateway. Never set in production. */
  DEMO: flag,
  /** Mailbox, test gateway and simulated providers of the default start are shown to everybody who reaches it, not only to people on this machine. */
  DEMO_PAGES_FOR_EVERYBODY: flag,
  /** File with the passwords and the key of the demo accounts; the default start writes it. */
  DEMO_SECRETS_FILE: optionalText,
  /** Daily rates of the European Central Bank: the second opinion on the dollar. */
  ECB_RATES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Active experiments; visitors are assigned at random: `ab-hide-rub` (half of them see dollars alone, not in Russian), `ab-language-service` (half of them choose numbers in a wide layout with all services in a column), `ab-payment-test` (half of the guests pay before they register). */
  EXPERIMENTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").map((name) => name.trim()))
    .transform((names) => names.filter(Boolean))
    .pipe(z.array(z.enum(abFlags))),
  /** The page /gallery shows every part of the interface in every state; on by itself in development. Never set in production. */
  GALLERY: flag,
  /** Google's tag (`G-...`) or Tag Manager's container (`GTM-...`): counts visits and top-ups of visitors who consented. */
  GOOGLE_TAG_ID: z
    .string()
    .regex(/^(G|GTM)-[A-Z0-9]{4,16}$/)
    .optional(),
  /** Signing in with Google: an OAuth client of the kind "web" that may return to PUBLIC_URL/authorization/social. */
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  /** Where the front door listens; its port is PORT. */
  HOST: z.string().default("127.0.0.1"),
  /** Languages whose pages are at another address: `en=https://smsden.com`. The language menu leads there; who is in Russia is warned. */
  LANGUAGE_SITES: z
    .string()
    .default("")
    .transform((list, context) => {
      const sites = parseLanguageSites(list);
      if (sites) return sites;
      context.addIssue({ code: "custom", message: "not of the form en=https://smsden.com" });
      return z.NEVER;
    }),
  /** Software is sold by licence: its page, its calls and its places in menus and at the desk; without it none of them is there. */
  LICENCES: flag,
  /** How much is logged to standard output, one JSON line per event. */
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug"]).default("info"),
  /** Secret of the sign-in links, captcha challenges and session tokens. */
  AUTH_SECRET: z.string().optional(),
  /** The sender of mails. */
  MAIL_FROM: z.string().default("SMS Den <no-reply@smsden.test>"),
  /** Where the mailbox of the default start listens (private). */
  MAILBOX_URL: optionalText,
  /** The number of a counter of Yandex Metrica: counts visits and top-ups of visitors who consented. */
  METRICA_ID: z.coerce.number().int().positive().optional(),
  /** Lets a scraper from another machine read /metrics with `Authorization: Bearer`. */
  METRICS_TOKEN: optionalText,
  /** Set by the scripts; "production" wherever it is not. */
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  /** NOWPayments: keys of the API and of its notices; the list of payments wants the account's login too. */
  NOWPAYMENTS_API_KEY: optionalText,
  NOWPAYMENTS_IPN_SECRET: optionalText,
  NOWPAYMENTS_EMAIL: optionalText,
  NOWPAYMENTS_PASSWORD: optionalText,
  NOWPAYMENTS_URL: z.string().default("https://api.nowpayments.io"),
  /**
   * Signing in with any issuer of OpenID Connect, as its button is called; its client may return to
   * PUBLIC_URL/authorization/social.
   */
  OIDC_ISSUER: z
    .url()
    .regex(
      /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/,
      "an issuer is reached by https; by http only on this machine, to try things out",
    )
    .optional(),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: z.string().trim().min(1).max(40).default("OpenID"),
  /** Who runs the product, as the public documents name them; without it the brand's name stands there. */
  OPERATOR_NAME: optionalText,
  /**
   * Pages a second that one network may have rendered in the long run, per process of the API (pages out of memory are free).
   * Unset = half of what the page renderer makes, which is measured at the start; 5 at least.
   */
  PAGES_PER_SECOND: z.coerce.number().positive().optional(),
  /** Roubles for one unit of currencies that methods charge: `CNY=11.25,USDT=82`; dollars have the reference rate without it. */
  PAYMENT_RATES: z.string().default(""),
  /**
   * What one port of a partner's modem earns by one service on one day, at least and at most, in kopecks: the calculator takes it where
   * own figures are too few.
   */
  PARTNER_YIELD_KOPECKS: z
    .string()
    .regex(/^\d{1,6}-\d{1,6}$/)
    .default("5-25")
    .transform((range) => {
      const [lowKopecks = 0, highKopecks = 0] = range.split("-").map(Number);
      return { lowKopecks, highKopecks };
    })
    .refine(({ lowKopecks, highKopecks }) => lowKopecks <= highKopecks, "not of the form 5-25"),
  /** Between which prices partners may set their own, in kopecks, where the desk has set no limits of a supplier's own. */
  PARTNER_PRICE_KOPECKS: z
    .string()
    .regex(/^[1-9]\d{0,6}-[1-9]\d{0,6}$/)
    .default("50-100000")
    .transform((range) => {
      const [floorKopecks = 1, ceilingKopecks = 1] = range.split("-").map(Number);
      return { floorKopecks, ceilingKopecks };
    })
    .refine(
      ({ floorKopecks, ceilingKopecks }) => floorKopecks <= ceilingKopecks,
      "not of the form 50-100000",
    ),
  /** The domain that passkeys belong to, when it is above the host of PUBLIC_URL: passkeys of another one are lost. */
  PASSKEY_DOMAIN: optionalText,
  /** Where the simulated crypto providers of the default start listen (private). */
  PAY_STAND_INS_URL: optionalText,
  /**
   * PayPal: another address than PayPal's own (such as the sandbox's), the app's keys, and the id of its webhook to
   * /api/payments/webhooks/paypal (events `CHECKOUT.ORDER.*`, `PAYMENT.CAPTURE.*`, `CUSTOMER.DISPUTE.*`).
   */
  PAYPAL_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAYPAL_CLIENT_ID: optionalText,
  PAYPAL_CLIENT_SECRET: optionalText,
  PAYPAL_WEBHOOK_ID: optionalText,
  /** Port of the front door, the only public one. */
  PORT: port(3000),
  /** A price that went or rose counts as listed only when so many numbers were left at it, or as many as are on sale now, */
  PRICE_TOLD_COUNT: z.coerce.number().int().min(1).max(1_000).default(3),
  /** and when it had stood in the lists for so many seconds. */
  PRICE_TOLD_AFTER_SECONDS: seconds(10),
  /** A purchase that names no highest price costs at most so many percent more than what was last listed. */
  PRICE_TOLERANCE_PERCENT: z.coerce.number().int().min(0).max(100).default(5),
  /** A price that went or rose still counts as listed for so many seconds. */
  PRICE_TOLD_SECONDS: seconds(60),
  /** The address people use, without a trailing slash; every absolute link is made from it. */
  PUBLIC_URL: z.string().default("http://localhost:3000"),
  /** Keys of reCAPTCHA; without them forms ask for a proof of work of their own. */
  RECAPTCHA_SECRET_KEY: optionalText,
  RECAPTCHA_SITE_KEY: optionalText,
  /** Purchases with a limit go where a delivered code is expected to cost the least; with 0 to the cheapest. */
  ROUTING_BY_WORTH: switchedTo("1"),
  /** Past days whose orders say what a supplier is worth (at most 30). */
  ROUTING_DAYS: z.coerce.number().int().min(1).max(30).default(7),
  /** Of a hundred purchases by worth, how many count a supplier that few have tried as one that always delivers. */
  ROUTING_EXPLORE_PERCENT: z.coerce.number().int().min(0).max(100).default(5),
  /** Kopecks that a minute of waiting counts for beside the price, with or without a code at its end. */
  ROUTING_MINUTE_KOPECKS: z.coerce.number().int().min(0).max(10_000).default(10),
  /** As many orders of its own weigh as much as the mean of the service and country. */
  ROUTING_PRIOR_ORDERS: z.coerce.number().int().min(1).max(10_000).default(20),
  /** A supplier with fewer attempts at a service in a country is one that few have tried. */
  ROUTING_TRIAL_ATTEMPTS: z.coerce.number().int().min(0).max(10_000).default(20),
  /** Renting is offered to everybody; with 0 only to visitors with the show-rent cookie. */
  SHOW_RENT: switchedTo("1"),
  /** The simulated SIM bank of the default start: its protocol key and its private address. */
  SIMULATOR_KEY: optionalText,
  SIMULATOR_URL: optionalText,
  /** The simulated SIM bank's behaviour: like life, or with offers that journeys can rely on. */
  SIM_PROFILE: z.enum(["life", "journey"]).default("life"),
  /** The same seed makes the same numbers, prices and fortunes. */
  SIM_SEED: z.string().default("sms-den"),
  /** How many times faster than life the simulated SIM bank lives. */
  SIM_SPEED: z.coerce.number().positive().max(1_000).default(1),
  /** The mail server, such as smtps://user:password@host. */
  SMTP_URL: optionalText,
  /**
   * Where the operator is found elsewhere, for the page's end: `telegram=https://t.me/smsden,ru:vk=https://vk.com/smsden` (a language in
   * front: on its pages alone). Networks: telegram, vk, x, youtube, instagram, facebook, discord, whatsapp, wechat, sinaweibo, bilibili,
   * tiktok, reddit.
   */
  SOCIAL_LINKS: z
    .string()
    .default("")
    .transform((list, context) => {
      const links = parseSocialLinks(list);
      if (links) return links;
      context.addIssue({ code: "custom", message: "not of the form telegram=https://t.me/smsden" });
      return z.NEVER;
    }),
  /** Suppliers on loopback and private addresses, and by plain http, are allowed (the default start's SIM bank lives there). */
  SUPPLIERS_MAY_BE_PRIVATE: flag,
  /**
   * The key by which services of browsers know us (32 bytes in base64url, a private key of P-256): codes are told to closed browsers
   * with it. Another one ends all subscriptions.
   */
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Services of browsers that may be called, comma separated; `*.` stands for all hosts below a name. */
  PUSH_SERVICES: z
    .string()
    .default("fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com")
    .transform((list) => list.split(",").map((item) => item.trim()))
    .transform((items) => items.filter(Boolean)),
  /**
   * Ready accounts stand beside numbers on the number selection, in the menus and at the desk, and stores have their page; without it they
   * are sold and shown by the API alone.
   */
  READY_ACCOUNTS: flag,
  /** The name of the file with bought accounts; `{offerId}` stands for the offer's number. */
  READY_ACCOUNTS_FILE: z
    .string()
    .regex(/^[\w.-]*\{offerId\}[\w.-]*$/)
    .max(100)
    .default("grizzly-accounts-{offerId}.txt"),
  /** Percent of what a store sells that the house keeps, rounded up for each account; orders keep what it was when they were made. */
  STORE_COMMISSION_PERCENT: z.coerce.number().int().min(0).max(90).default(20),
  /** KB a second that a network may send in bodies that lead to nothing (from nobody known, and refused), 32 seconds' worth at once; 0 = any number. Nobody is shut out for longer than 28 seconds, and bodies up to 2 KB are always read. */
  STRANGER_KB_PER_SECOND: z.coerce.number().int().min(0).default(128),
  /** Where people write with questions; the public documents show it. */
  SUPPORT_EMAIL: z.email().default("support@smsden.test"),
  /** When somebody answers there, every day, in UTC: `09:00-21:00`; the page's end says so. */
  SUPPORT_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  /** Where transfers through the support go (bank, account, name), shown to payers as it is; without it they ask. */
  SUPPORT_TRANSFER_DETAILS: optionalText,
  /** Large top-ups may be paid through the support, who confirm by hand what has come. */
  SUPPORT_TRANSFERS: flag,
  /** Transfers above so many kopecks are confirmed by two different people of the staff. */
  SUPPORT_TWO_PEOPLE_KOPECKS: z.coerce.number().int().min(0).default(5_000_000),
  /** An own address on Tron that takes USDT, and the contract of that token. */
  TETHER_ADDRESS: optionalText,
  TETHER_CONTRACT: z.string().default("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
  /**
   * Cards through Stripe Checkout: another address than Stripe's own, the secret key, and the secret of the webhook to
   * /api/payments/webhooks/stripe (events `checkout.session.*`, `charge.refunded`, `charge.dispute.*`, `refund.*`).
   */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  /**
   * The token of a bot whose domain is that of PUBLIC_URL: Telegram's login for accounts that are linked to it, and the chats with the bot
   * (process telegram, which does not start without it).
   */
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:\S{1,100}$/)
    .optional(),
  /** Where the Bot API is: another address than Telegram's own (such as a server of one's own). */
  TELEGRAM_API_URL: z.url({ protocol: /^https?$/ }).default("https://api.telegram.org"),
  /** Loopback port of the process telegram (health and metrics only). */
  TELEGRAM_PORT: port(3003),
  /**
   * Telegram calls PUBLIC_URL/api/telegram/updates with this secret (letters, digits, _ and -); without it the process telegram asks for
   * what is written to the bot by itself (long polling).
   */
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{16,256}$/)
    .optional(),
  /** Where the simulated payment provider listens (private); unset = the method does not exist. */
  TEST_GATEWAY_URL: optionalText,
  /** The key of its API and of the signatures of its notices. */
  TEST_GATEWAY_SECRET: optionalText,
  /** Its notices go out between 0.2 s and so many milliseconds after what they tell of. */
  TEST_GATEWAY_SLOWEST_NOTICE_MS: z.coerce.number().int().min(1).default(5_000),
  /** The service that the Tron chain is read from, and its key. */
  TRONGRID_URL: z.string().default("https://api.trongrid.io"),
  TRONGRID_API_KEY: optionalText,
  /** Comma separated addresses of proxies whose x-forwarded-* headers are believed. */
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  /** Private address of the page renderer behind the front door. */
  WEB_URL: z.string().default("http://127.0.0.1:3001"),
  /** Receivers of webhooks on loopback and private addresses, and by plain http, are allowed (for trying things out). */
  WEBHOOKS_MAY_BE_PRIVATE: flag,
  /** Loopback ports of the page renderer and of the worker (health and metrics only). */
  WEB_PORT: port(3001),
  WORKER_PORT: port(3002),
  /** Least amounts of withdrawals, and what the house keeps of them; USDT as whole units of it. */
  WITHDRAWAL_BALANCE_MIN_KOPECKS: z.coerce.number().int().min(1).default(9_900),
  WITHDRAWAL_CARD_MIN_KOPECKS: z.coerce.number().int().min(1).default(500_000),
  WITHDRAWAL_CARD_FEE_KOPECKS: z.coerce.number().int().min(0).default(0),
  WITHDRAWAL_SOURCE_MIN_KOPECKS: z.coerce.number().int().min(1).default(10_000),
  WITHDRAWAL_USDT_MIN: z.coerce.number().int().min(1).default(100),
  WITHDRAWAL_USDT_FEE_KOPECKS: z.coerce.number().int().min(0).default(0),
  /** Above this a withdrawal needs the signatures of two people. */
  WITHDRAWAL_SECOND_APPROVAL_KOPECKS: z.coerce.number().int().min(0).default(1_000_000),
  /** Stops new withdrawals and the sending of approved ones. */
  WITHDRAWALS_PAUSED: flag,
  /** What a user gets of the captured spending of their referrals, in hundredths of a percent. */
  REFERRAL_BASIS_POINTS: z.coerce.number().int().min(0).max(5_000).default(500),
  /** Days until such a share can be withdrawn: top-ups may still be reversed by their provider. */
  REFERRAL_WAITING_DAYS: z.coerce.number().min(0).max(365).default(7),
  /** Days until a partner can withdraw what an order earned: until then it may be refunded. */
  PARTNER_EARNING_WAITING_DAYS: z.coerce.number().min(0).max(365).default(7),
  /** Days for which a partner may appeal against a fine; after them it is taken. */
  PARTNER_FINE_APPEAL_DAYS: z.coerce.number().min(0).max(365).default(7),
  /** Account turnover of 30 days, in kopecks, from which the wholesale tier may be bought at. */
  WHOLESALE_TURNOVER_KOPECKS: z.coerce.number().int().min(0).default(5_000_000),
});

/** A wrong or missing setting; processes show its sentence without a stack. */
class SettingError extends Error {
  override name = "SettingError";
}

function parseEnv() {
  // An empty variable means "unset", as compose files and unit files write it.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const parsed = Env.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const first = parsed.error.issues[0];
  throw new SettingError(
    `Setting ${first?.path.join(".")} is wrong: ${first?.message}. See docs/operations.md, "Environment".`,
  );
}

/** The settings of this process, read once. Throws one clear sentence on a wrong value. */
export const env = parseEnv();

/** Whether the gallery of the interface is a page here: where it is asked for, and in development. */
export const hasGallery = env.GALLERY || env.NODE_ENV === "development";

/** A setting that this process cannot do without. Throws naming the variable and where it is described. */
export function requireEnv<K extends keyof typeof env>(name: K): NonNullable<(typeof env)[K]> {
  const value = env[name];
  if (value === undefined || value === null) {
    throw new SettingError(
      `Setting ${name} is missing. Set it in the environment; docs/operations.md, "Environment" describes it.`,
    );
  }
  return value as NonNullable<(typeof env)[K]>;
}

/** When the pages were built (ISO 8601); put in by the bundler, unknown in the other processes. */
export const builtAt: string | undefined = process.env.BUILT_AT;
