"use client";

import dynamic from "next/dynamic";
import { NextIntlClientProvider, useLocale } from "next-intl";
import type { ComponentType } from "react";
import { FormParts, PaymentParts, WalletParts, WithdrawalParts } from "#app/_gallery/money.island.tsx";
import { NumberParts, OfferParts, RentalParts } from "#app/_gallery/numbers.island.tsx";
import { RUB_PER_USD } from "#app/_gallery/specimen.island.tsx";
import { UiParts } from "#app/_gallery/ui.island.tsx";
import { Rate } from "#components/ui/rated-money.island.tsx";
import type { Messages } from "#lib/i18n/messages.ts";

// What the site itself loads on a press: imported here, it would cut the chunks of every page in two.
const GoodsParts = dynamic(() =>
  import("#app/_gallery/goods.island.tsx").then((module) => module.GoodsParts),
);
const AccountParts = dynamic(() =>
  import("#app/_gallery/accounts.island.tsx").then((module) => module.AccountParts),
);
const StoreParts = dynamic(() =>
  import("#app/_gallery/accounts.island.tsx").then((module) => module.StoreParts),
);

const parts: Readonly<Record<string, ComponentType>> = {
  ui: UiParts,
  numbers: NumberParts,
  rentals: RentalParts,
  offers: OfferParts,
  goods: GoodsParts,
  accounts: AccountParts,
  stores: StoreParts,
  payments: PaymentParts,
  withdrawals: WithdrawalParts,
  wallet: WalletParts,
  forms: FormParts,
};

type Side = { readonly tag: string; readonly messages: Messages; readonly theme?: "light" | "dark" };

type GalleryProps = {
  /** What stands side by side; the page's own language in the reader's theme alone when nothing is asked for. */
  sides: readonly Side[];
  /** The only part to be shown; all of them when there is no such part. */
  part: string | undefined;
};

/** Every part of the interface in every state. */
export default function Gallery({ sides, part }: GalleryProps) {
  const own = useLocale();
  const shown = part && Object.hasOwn(parts, part) ? [part] : Object.keys(parts);
  return (
    <div
      data-gallery
      className="grid auto-cols-[minmax(min(100%,24rem),1fr)] grid-flow-col gap-6 overflow-x-auto"
    >
      {sides.map(({ tag, messages, theme }) => (
        <NextIntlClientProvider key={`${tag} ${theme}`} locale={tag} messages={messages} timeZone="UTC">
          <div
            lang={tag === own ? undefined : tag}
            data-theme={theme}
            className="grid min-w-0 content-start gap-12 bg-bg text-text"
          >
            {shown.map((name) => {
              const Part = parts[name]!;
              return (
                <div key={name} className="grid gap-6">
                  <h2 className="font-bold text-lg">{name}</h2>
                  <Rate value={RUB_PER_USD}>
                    <Part />
                  </Rate>
                </div>
              );
            })}
          </div>
        </NextIntlClientProvider>
      ))}
    </div>
  );
}
