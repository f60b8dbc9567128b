import { isLocale, type Locale } from "#lib/i18n/locales.ts";

/** Where an operator can be followed or written to, by the name that it is shown under. */
export const socialNetworks = {
  telegram: "Telegram",
  vk: "VK",
  x: "X",
  youtube: "YouTube",
  instagram: "Instagram",
  facebook: "Facebook",
  discord: "Discord",
  whatsapp: "WhatsApp",
  wechat: "WeChat",
  sinaweibo: "Sina Weibo",
  bilibili: "Bilibili",
  tiktok: "TikTok",
  reddit: "Reddit",
} as const;
export type SocialNetwork = keyof typeof socialNetworks;

/** `locale`: the one language on whose pages it stands; null = all that have none of their own for this network. */
export type SocialLink = {
  readonly network: SocialNetwork;
  readonly url: string;
  readonly locale: Locale | null;
};

/** Whether a text names a network. */
export const isNetwork = (text: string): text is SocialNetwork => Object.hasOwn(socialNetworks, text);

/** An address that is reached by https, has a host of the open net, and carries nobody's password. */
export function isSocialAddress(text: string): boolean {
  if (!/^https:\/\/[^\s"'<>\\]+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname.includes(".");
}

/**
 * Reads `telegram=https://t.me/smsden,ru:vk=https://vk.com/smsden` (a language in front: on its pages alone). Null for another
 * form, an unknown network or language, an address without https, and for a network that a language has twice.
 */
export function parseSocialLinks(text: string): SocialLink[] | null {
  const links: SocialLink[] = [];
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [, own = null, network = "", url = ""] = /^(?:([a-z]+):)?([a-z]+)=(.+)$/.exec(entry) ?? [];
    if (!isNetwork(network) || !isSocialAddress(url) || (own !== null && !isLocale(own))) return null;
    if (links.some((link) => link.network === network && link.locale === own)) return null;
    links.push({ network, url, locale: own });
  }
  return links;
}

/** What stands on the pages of a language, in the order of the setting: its own address of a network goes before everybody's. */
export function socialLinksOf(links: readonly SocialLink[], locale: Locale): SocialLink[] {
  const own = links.filter((link) => link.locale === locale).map(({ network }) => network);
  return links.filter(
    (link) => link.locale === locale || (link.locale === null && !own.includes(link.network)),
  );
}
