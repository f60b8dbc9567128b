import { CircleCheck, CirclePause, Clock, RadioTower, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import type { SimCard } from "#features/partners/sim-cards/sim-cards.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const looks: Readonly<Record<SimCard["state"], { tone: Tone; icon: typeof Clock }>> = {
  "on-sale": { tone: "good", icon: RadioTower },
  lent: { tone: "info", icon: Clock },
  held: { tone: "warn", icon: CirclePause },
  offline: { tone: "bad", icon: Unplug },
  "used-up": { tone: "neutral", icon: CircleCheck },
};

type SimCardRowProps = { card: SimCard; isPicked: boolean; onPick: (isPicked: boolean) => void };

/** A number with where it is from, where it stands and what it is still good for. */
export function SimCardRow({ card, isPicked, onPick }: SimCardRowProps) {
  const t = useTranslations("partners.simCards");
  const { tone, icon: Icon } = looks[card.state];
  const where = [card.countryName, card.operator, card.port === null ? null : t("port", { port: card.port })];
  return (
    <li className="grid gap-2 px-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <Checkbox checked={isPicked} onChange={(event) => onPick(event.target.checked)}>
        <span className="tabular block font-semibold">+{card.number}</span>
        <span className="wrap-anywhere block text-muted">{where.filter(Boolean).join(" · ")}</span>
      </Checkbox>
      <Past card={card} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-8 sm:justify-end sm:pl-0">
        <span className="text-muted">{usageText(t, card)}</span>
        {card.isLent && card.state !== "lent" ? <Badge tone="info">{t("states.lent")}</Badge> : null}
        {card.state === "held" && card.isOnLine ? <Badge>{t("connected")}</Badge> : null}
        <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
          {t(`states.${card.state}`)}
        </Badge>
      </div>
    </li>
  );
}

/** What the number earned, the codes that came, and the way to its orders. */
function Past({ card }: { card: SimCard }) {
  const t = useTranslations("partners.simCards");
  const money = useMoneyText();
  const { number, isForRent, earnedKopecks, codesCount } = card;
  const kind = isForRent ? "kind=rental&" : "";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-8 text-muted sm:pl-0 max-lg:sm:justify-end">
      <span className="tabular">{t("earned", { amount: money.both(earnedKopecks) })}</span>
      {isForRent ? null : <span>{t("codes", { count: codesCount, shown: formatNumber(codesCount) })}</span>}
      <LocaleLink
        href={`/partner/activations-history?${kind}number=${number}`}
        aria-label={`${t("history")} +${number}`}
        className="touch inline-flex items-center font-medium text-text underline underline-offset-4"
      >
        {t("history")}
      </LocaleLink>
    </div>
  );
}

function usageText(
  t: (key: string, values?: Record<string, string | number>) => string,
  card: SimCard,
): string {
  if (card.isForRent) return t("forRent", { count: card.usedCount, shown: formatNumber(card.usedCount) });
  return t("used", {
    count: card.servicesCount,
    used: formatNumber(card.usedCount),
    shown: formatNumber(card.servicesCount),
  });
}
