import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import type { OwnKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

export type KeyAction = "change" | "rotate" | "end";

type KeyRowProps = {
  apiKey: OwnKeyView;
  serviceNames: ReadonlyMap<number, string>;
  countryNames: ReadonlyMap<number, string>;
  onAsk: (action: KeyAction) => void;
};

/** Names told before the rest is only counted. */
const NAMES_SHOWN = 4;

/** One key in the list: what it is, what it may do, when and how often it was used, and what can be done with it. */
export function KeyRow({ apiKey, serviceNames, countryNames, onAsk }: KeyRowProps) {
  const t = useTranslations("buyerApi.keys");
  const { calls } = apiKey;
  const name = apiKey.kind === "legacy" ? t("legacyName") : apiKey.name;
  const facts = useFacts(apiKey, serviceNames, countryNames);
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="break-words">{name}</span>
          <Badge tone={apiKey.kind === "sandbox" ? "info" : "neutral"}>{t(`kinds.${apiKey.kind}`)}</Badge>
          {apiKey.isReplaced ? <Badge tone="warn">{t("replaced")}</Badge> : null}
        </p>
        <code className="break-all font-mono text-sm">{apiKey.masked}</code>
        <ul className="grid gap-0.5 text-muted text-sm">
          {facts.map((fact) => (
            <li key={fact} className="break-words">
              {fact}
            </li>
          ))}
          <li>
            {apiKey.lastUsedAt === null
              ? t("neverUsed")
              : t.rich("used", { when: () => <Moment at={apiKey.lastUsedAt ?? ""} /> })}
          </li>
          {calls.last30Days === 0 ? null : (
            <li className="tabular">
              {t("calls", {
                day: calls.lastDay,
                dayShown: formatNumber(calls.lastDay),
                monthShown: formatNumber(calls.last30Days),
              })}
            </li>
          )}
        </ul>
        <CallsByName calls={apiKey.callsByName} keyName={name} />
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        {apiKey.kind === "legacy" || apiKey.isReplaced ? null : (
          <Button size="sm" aria-label={t("changeNamed", { name })} onClick={() => onAsk("change")}>
            {t("change")}
          </Button>
        )}
        {apiKey.isReplaced ? null : (
          <Button size="sm" aria-label={t("rotateNamed", { name })} onClick={() => onAsk("rotate")}>
            {t("rotate")}
          </Button>
        )}
        <Button size="sm" tone="danger" aria-label={t("endNamed", { name })} onClick={() => onAsk("end")}>
          {t("end")}
        </Button>
      </div>
    </li>
  );
}

/** Which calls a key made, by their names in the documentation; nothing where it made none. */
function CallsByName({ calls, keyName }: { calls: OwnKeyView["callsByName"]; keyName: string }) {
  const t = useTranslations("buyerApi.keys");
  if (calls.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="touch w-fit cursor-pointer font-medium text-link">{t("whichCalls")}</summary>
      <ul aria-label={t("whichCallsNamed", { name: keyName })} className="mt-1 grid max-w-lg gap-0.5">
        {calls.map(({ call, calls: count }) => (
          <li key={call} className="flex items-baseline justify-between gap-4">
            <code translate="no" className="wrap-anywhere font-mono text-xs">
              {call}
            </code>
            <span className="tabular text-muted">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function useFacts(
  key: OwnKeyView,
  services: KeyRowProps["serviceNames"],
  countries: KeyRowProps["countryNames"],
) {
  const t = useTranslations("buyerApi.keys");
  const money = useMoneyText();
  const format = useFormatter();
  const locale = localeFromTag(useLocale());
  const listed = (ids: readonly number[], names: ReadonlyMap<number, string>) => {
    const told = ids.slice(0, NAMES_SHOWN).map((id) => names.get(id) ?? `№ ${id}`);
    const rest = ids.length - told.length;
    return format.list(rest > 0 ? [...told, t("andMore", { count: rest, shown: formatNumber(rest) })] : told);
  };
  const timeZone = useTimeZone();
  const moment = (at: string) => formatMoment(locale, new Date(at), timeZone);
  return [
    t("may", { scopes: format.list(key.scopes.map((scope) => t(`scopes.${scope}`))) }),
    key.dailyLimitKopecks === null ? "" : t("daily", { amount: money.both(key.dailyLimitKopecks) }),
    key.priceCapKopecks === null ? "" : t("cap", { amount: money.both(key.priceCapKopecks) }),
    key.serviceIds === null ? "" : t("services", { names: listed(key.serviceIds, services) }),
    key.countryIds === null ? "" : t("countries", { names: listed(key.countryIds, countries) }),
    key.networks === null ? "" : t("networks", { networks: key.networks.join(", ") }),
    key.types === "standard" ? "" : t("answers", { spelling: t(`spellings.${key.types}`) }),
    key.expiresAt === null ? "" : t("expires", { moment: moment(key.expiresAt) }),
  ].filter((fact) => fact !== "");
}
