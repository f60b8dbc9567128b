import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";

/** Why nothing can be taken out right now. */
export function BlockedNotice({ by }: { by: "debt" | "paused" }) {
  const t = useTranslations("payments.withdrawals");
  return <Notice tone="warn">{t(by === "debt" ? "errors.blockedByDebt" : "errors.paused")}</Notice>;
}
