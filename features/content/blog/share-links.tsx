import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { shareByMail, shareLinks } from "#features/content/blog/share.rules.ts";
import { SocialLinks } from "#features/site/components/social-links.tsx";

type ShareLinksProps = {
  title: string;
  /** The whole address. */
  url: string;
};

const linkClasses = "touch inline-flex items-center text-link text-sm";

/** Ways to pass an article on: plain links, so that no network learns who reads what. */
export function ShareLinks({ title, url }: ShareLinksProps) {
  const t = useTranslations("content.blog");
  const label = t("share");
  return (
    <div>
      <p aria-hidden="true" className="text-muted text-sm">
        {label}
      </p>
      <SocialLinks label={label} links={shareLinks({ title, url })} linkClasses={linkClasses}>
        <li>
          <a href={shareByMail({ title, url })} className={`${linkClasses} gap-2`}>
            <Mail aria-hidden="true" className="size-4" />
            {t("byMail")}
          </a>
        </li>
      </SocialLinks>
    </div>
  );
}
