import type { SocialLink, SocialNetwork } from "#lib/i18n/social-links.ts";

type Shared = {
  readonly title: string;
  /** The whole address. */
  readonly url: string;
};

/** Where networks take an address to be shared, in the order in which they are shown; the texts are as they stand in an address. */
const networks = {
  telegram: ({ title, url }) => `https://t.me/share/url?url=${url}&text=${title}`,
  whatsapp: ({ title, url }) => `https://wa.me/?text=${title}%20${url}`,
  x: ({ title, url }) => `https://x.com/intent/post?text=${title}&url=${url}`,
  facebook: ({ url }) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  vk: ({ title, url }) => `https://vk.com/share.php?url=${url}&title=${title}`,
  sinaweibo: ({ title, url }) => `https://service.weibo.com/share/share.php?url=${url}&title=${title}`,
} as const satisfies Partial<Record<SocialNetwork, (shared: Shared) => string>>;

/** Links by which a reader passes something on in networks. They lead to the network, and load nothing of it before. */
export function shareLinks(shared: Shared): SocialLink[] {
  const spelt = inAddress(shared);
  return Object.entries(networks).map(([network, addressOf]) => ({
    network: network as keyof typeof networks,
    url: addressOf(spelt),
    locale: null,
  }));
}

/** The link by which a reader passes something on by mail. */
export function shareByMail(shared: Shared): string {
  const { title, url } = inAddress(shared);
  return `mailto:?subject=${title}&body=${url}`;
}

/** With `%20` for a space: some networks, and mail, take a plus for a plus. */
function inAddress({ title, url }: Shared): Shared {
  return { title: encodeURIComponent(title), url: encodeURIComponent(url) };
}
