import { useTranslations } from "next-intl";
import { Moment } from "#components/ui/moment.island.tsx";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { isOpen } from "#features/activations/active-list.rules.ts";
import { BuyAgain } from "#features/activations/components/buy-again.tsx";
import { CopyCode } from "#features/activations/components/message-list.island.tsx";
import { StateBadge } from "#features/activations/components/number-state.tsx";
import { CopyNumber } from "#features/activations/components/phone-line.island.tsx";
import { phoneTexts } from "#features/activations/phone.rules.ts";
import { OrderGoods, OrderLine } from "#features/catalogue/order-lists/components/order-line.tsx";
import { LinePrice } from "#features/rentals/my-numbers/components/line-price.tsx";
import { RemovedNote } from "#features/rentals/my-numbers/components/removed-note.island.tsx";

/** One number is one grid on wide screens; on phones its parts stand in two columns. */
export const numberGrid =
  "lg:grid-cols-[12.5rem_minmax(0,1fr)_minmax(0,10rem)_9.5rem_5.5rem_8.5rem] lg:gap-x-4 lg:items-center";

type NumberLineProps = { number: ActivationView; rubPerUsd: number | null };

/** A number that was bought: the number, what for, what came, when, what it cost, and the way to the next one. */
export function NumberLine({ number, rubPerUsd }: NumberLineProps) {
  const t = useTranslations("activations.myNumbers");
  const { service, country, operator, requestedAt, priceKopecks, money } = number;
  return (
    <OrderLine grid={numberGrid}>
      <OwnNumber number={number.number} />
      <OrderGoods service={service} country={country} operator={operator} />
      <span className="grid justify-items-start gap-1 max-lg:order-4 max-lg:col-span-2">
        <StateBadge number={number} />
        <Codes number={number} />
      </span>
      <span className="tabular text-muted text-xs max-lg:order-5 max-lg:self-center">
        <Moment at={requestedAt} className="block lg:text-sm" />
        {t("order", { number: String(number.id) })}
      </span>
      <LinePrice kopecks={priceKopecks} isRefunded={money === "given-back"} rubPerUsd={rubPerUsd} />
      <span className="justify-self-end max-lg:order-6">
        {isOpen(number) ? null : <BuyAgain number={number} />}
      </span>
    </OrderLine>
  );
}

/** The number in readable groups; one tap copies it. Null: there is none yet. */
export function OwnNumber({ number }: { number: string | null }) {
  if (number === null) return <span className="text-muted">—</span>;
  return (
    <CopyNumber number={number} className="w-fit rounded-md hover:text-link">
      <span className="tabular whitespace-nowrap font-semibold" translate="no">
        {phoneTexts(number).shown}
      </span>
    </CopyNumber>
  );
}

/** What came, newest first; why it is no longer there; or that nothing came. */
function Codes({ number: { messages, state } }: { number: ActivationView }) {
  const t = useTranslations("activations.myNumbers");
  if (messages.length === 0) {
    const ended = state === "cancelled" || state === "banned";
    return ended ? <span className="text-muted text-xs">{t("noSms")}</span> : null;
  }
  const kept = messages.filter(({ text }) => text !== null);
  if (kept.length === 0) return <RemovedNote text={t("removed")} reason={t("removedWhy")} />;
  return kept.map(({ id, code, text }) =>
    code ? (
      <CopyCode key={id} code={code} className="w-fit rounded-md font-semibold hover:text-link" />
    ) : (
      <span key={id} className="wrap-anywhere line-clamp-2 text-muted text-xs" dir="auto" translate="no">
        {text}
      </span>
    ),
  );
}
