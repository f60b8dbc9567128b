import { useLocale, useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { CopyCode } from "#features/activations/components/message-list.island.tsx";
import { OrderGoods, OrderLine } from "#features/catalogue/order-lists/components/order-line.tsx";
import { RentAgain } from "#features/rentals/components/rent-again.tsx";
import { RentalStateBadge } from "#features/rentals/components/rental-state.tsx";
import { spanText } from "#features/rentals/duration.rules.ts";
import { LinePrice } from "#features/rentals/my-numbers/components/line-price.tsx";
import { numberGrid, OwnNumber } from "#features/rentals/my-numbers/components/number-line.tsx";
import { RemovedNote } from "#features/rentals/my-numbers/components/removed-note.island.tsx";
import type { MyRental } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { rentalTotalKopecks } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { isRunning } from "#features/rentals/my-rentals/my-rentals.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type RentalLineProps = {
  rental: MyRental;
  rubPerUsd: number | null;
  /** Renting is offered to this visitor. */
  isRentShown: boolean;
};

/** A number that was rented: the number, what for, what came, when and for how long, what it cost, and the way to the next one. */
export function RentalLine({ rental, rubPerUsd, isRentShown }: RentalLineProps) {
  const t = useTranslations("rentals.myNumbers");
  const languageTag = useLocale();
  const { service, country, operator, requestedAt, money } = rental;
  return (
    <OrderLine grid={numberGrid}>
      <OwnNumber number={rental.number} />
      <OrderGoods service={service} country={country} operator={operator} />
      <span className="grid justify-items-start gap-1 max-lg:order-4 max-lg:col-span-2">
        <RentalStateBadge state={rental.state} />
        <Arrivals rental={rental} />
      </span>
      <span className="tabular text-muted text-xs max-lg:order-5 max-lg:self-center">
        <Moment at={requestedAt} className="block lg:text-sm" />
        {t("rental", { number: String(rental.id), time: spanText(languageTag, rental.hours * 3_600) })}
      </span>
      <LinePrice
        kopecks={rentalTotalKopecks(rental)}
        isRefunded={money === "given-back"}
        rubPerUsd={rubPerUsd}
      />
      <span className="justify-self-end max-lg:order-6">
        {isRentShown && !isRunning(rental) ? <RentAgain rental={rental} /> : null}
      </span>
    </OrderLine>
  );
}

/** The newest of what came and the way to the rest; why it is no longer there; or that nothing came. */
function Arrivals({ rental }: { rental: MyRental }) {
  const t = useTranslations("rentals");
  const { messages, messagesCount, callsCount } = rental;
  if (messagesCount + callsCount === 0) {
    return isRunning(rental) ? null : (
      <span className="text-muted text-xs">{t("myNumbers.nothingCame")}</span>
    );
  }
  if (rental.isForgotten)
    return <RemovedNote text={t("myNumbers.removed")} reason={t("myNumbers.removedWhy")} />;
  return (
    <>
      {messages.map(({ id, code, text }) =>
        code ? (
          <CopyCode key={id} code={code} className="w-fit rounded-md font-semibold hover:text-link" />
        ) : (
          <span key={id} className="wrap-anywhere line-clamp-2 text-muted text-xs" dir="auto" translate="no">
            {text}
          </span>
        ),
      )}
      {messagesCount + callsCount > messages.length ? (
        <LocaleLink
          href="/profile/rentals?tab=received"
          className="py-1 text-link text-xs underline underline-offset-4"
        >
          {t("mine.inbox", {
            ...{ messages: messagesCount, messagesShown: formatNumber(messagesCount) },
            ...{ calls: callsCount, callsShown: formatNumber(callsCount) },
          })}
        </LocaleLink>
      ) : null}
    </>
  );
}
