import { Flag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { SpamFlag } from "#features/identity/spam/spam.rules.ts";

/** What makes one look twice at something that was sent in. */
export function SpamFlags({ flags }: { flags: readonly SpamFlag[] }) {
  const t = useTranslations("backOffice.spamFlags");
  return flags.map((flag) => (
    <Badge key={flag} tone="warn" icon={<Flag aria-hidden="true" className="size-3.5" />}>
      {t(flag)}
    </Badge>
  ));
}
