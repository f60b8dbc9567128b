import type { ReactNode } from "react";
import {
  siBilibili,
  siDiscord,
  siFacebook,
  siInstagram,
  siReddit,
  siSinaweibo,
  siTelegram,
  siTiktok,
  siVk,
  siWechat,
  siWhatsapp,
  siX,
  siYoutube,
} from "simple-icons";
import { type SocialLink, type SocialNetwork, socialNetworks } from "#lib/i18n/social-links.ts";

const marks: Readonly<Record<SocialNetwork, { readonly path: string }>> = {
  telegram: siTelegram,
  vk: siVk,
  x: siX,
  youtube: siYoutube,
  instagram: siInstagram,
  facebook: siFacebook,
  discord: siDiscord,
  whatsapp: siWhatsapp,
  wechat: siWechat,
  sinaweibo: siSinaweibo,
  bilibili: siBilibili,
  tiktok: siTiktok,
  reddit: siReddit,
};

type SocialLinksProps = {
  /** What the list is called for who does not see it. */
  label: string;
  links: readonly SocialLink[];
  linkClasses: string;
  /** Entries that come after them. */
  children?: ReactNode;
};

/** Links to networks with marks and names; nothing where there are none. */
export function SocialLinks({ label, links, linkClasses, children }: SocialLinksProps) {
  if (links.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {links.map(({ network, url }) => (
        <li key={network}>
          <a href={url} rel="noopener noreferrer" target="_blank" className={`${linkClasses} gap-2`}>
            <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className="size-4">
              <path d={marks[network].path} />
            </svg>
            {socialNetworks[network]}
          </a>
        </li>
      ))}
      {children}
    </ul>
  );
}
