"use client";

import {
  LONG_NAME,
  LONG_WORD,
  MOMENT,
  MUCH_KOPECKS,
  problem,
  Remembering,
  Row,
  RUB_PER_USD,
  Specimen,
} from "#app/_gallery/specimen.island.tsx";
import { activeNumbersKey } from "#features/activations/activations.client.ts";
import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import { type ActivationState, activationStates, isFinal } from "#features/activations/activations.rules.ts";
import { ActiveNumbers } from "#features/activations/components/active-numbers.island.tsx";
import { BuyButton } from "#features/activations/components/buy-button.island.tsx";
import { NumberCard, NumberCardSkeleton } from "#features/activations/components/number-card.island.tsx";
import { OfferList } from "#features/pricing/components/offer-list.island.tsx";
import type { OfferView } from "#features/pricing/offers.rules.ts";
import { MyRentals } from "#features/rentals/components/my-rentals.island.tsx";
import { RentalCard } from "#features/rentals/components/rental-card.island.tsx";
import { rentalQuery, rentalsKey, type ShownRental } from "#features/rentals/rentals.client.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { type RentalState, rentalStates } from "#features/rentals/rentals.rules.ts";
import { monotonicMs } from "#lib/clock.ts";

const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
const indonesia = {
  id: 6,
  iso2: "ID",
  name: "Indonesia",
  slug: "indonesia",
  icon: "/icons/countries/id.svg",
};
const longGoods = {
  service: { ...telegram, name: LONG_WORD },
  country: { ...indonesia, name: LONG_NAME },
  operator: "telekomunikasi_selular_prabayar",
};

const message = (id: number, part: Partial<MessageView> = {}): MessageView => ({
  id,
  sender: "Telegram",
  text: "Telegram code: 483920. Do not give it to anyone.",
  code: "483920",
  receivedAt: MOMENT,
  late: false,
  ...part,
});

const moneyOf: Partial<Record<ActivationState, ActivationView["money"]>> = {
  received: "captured",
  completed: "captured",
  cancelled: "given-back",
  expired: "given-back",
  banned: "given-back",
  failed: "given-back",
};

function activation(id: number, state: ActivationState, part: Partial<ActivationView> = {}) {
  const hasNumber = state !== "requested" && state !== "unknown" && state !== "failed";
  const hasCode = state === "received" || state === "completed";
  return {
    id,
    state,
    service: telegram,
    country: indonesia,
    operator: "any",
    number: hasNumber ? "6281234567890" : null,
    priceKopecks: 1250,
    money: moneyOf[state] ?? "held",
    closeReason: null,
    requestedAt: MOMENT,
    expiresAt: MOMENT,
    closedAt: isFinal(state) ? MOMENT : null,
    secondsLeft: isFinal(state) ? 0 : 1_070,
    cancellableInSeconds: state === "waiting" ? 0 : null,
    holdSeconds: 1_200,
    wantsMore: false,
    messages: hasCode ? [message(id * 10)] : [],
    receivedAtMs: monotonicMs(),
    ...part,
  } satisfies ActivationView & { receivedAtMs: number };
}

const rareActivations: readonly (readonly [string, ReturnType<typeof activation>])[] = [
  ["waiting, not to be cancelled yet", activation(101, "waiting", { cancellableInSeconds: 115 })],
  ["waiting, in its last minute", activation(102, "waiting", { secondsLeft: 42 })],
  ["received, one more code wanted", activation(103, "received", { wantsMore: true })],
  [
    "received, several messages",
    activation(104, "received", {
      messages: [
        message(1041),
        message(1042, { code: "77-A41-Q", sender: LONG_WORD }),
        message(1043, { code: null, text: `${LONG_WORD} `.repeat(4) }),
      ],
    }),
  ],
  ["expired, a late message", activation(105, "expired", { messages: [message(1051, { late: true })] })],
  ["received, long and dear", activation(106, "received", { ...longGoods, priceKopecks: MUCH_KOPECKS })],
];

function ActivationCards() {
  const cards = [
    ...activationStates.map((state, at) => [state as string, activation(at + 1, state)] as const),
    ...rareActivations,
  ];
  return (
    <Row>
      {cards.map(([name, number]) => (
        <Specimen key={number.id} name={`Number, ${name}`}>
          <NumberCard number={number} rubPerUsd={RUB_PER_USD} />
        </Specimen>
      ))}
      <Specimen name="Number, being loaded">
        <NumberCardSkeleton />
      </Specimen>
    </Row>
  );
}

function NumberLists() {
  const list = { initial: null, rubPerUsd: RUB_PER_USD };
  return (
    <Row>
      <Specimen name="My numbers, being loaded">
        <ActiveNumbers {...list} />
      </Specimen>
      <Specimen name="My numbers, none">
        <Remembering known={[[activeNumbersKey, []]]}>
          <ActiveNumbers {...list} />
        </Remembering>
      </Specimen>
      <Specimen name="My numbers, failed">
        <Remembering failed={[activeNumbersKey]}>
          <ActiveNumbers {...list} />
        </Remembering>
      </Specimen>
    </Row>
  );
}

/** Activations: every state of a number's card and of the list. */
export function NumberParts() {
  return (
    <div className="grid gap-8">
      <ActivationCards />
      <NumberLists />
    </div>
  );
}

function rental(id: number, state: RentalState, part: Partial<ShownRental> = {}): ShownRental {
  const isOver = state === "expired" || state === "canceled";
  const hasCome = state === "received" || state === "expired";
  return {
    id,
    state,
    tab: hasCome ? "received" : state === "canceled" ? "canceled" : "active",
    service: telegram,
    country: indonesia,
    isFull: false,
    operator: "any",
    number: state === "requested" ? null : "6281234567891",
    hours: 96,
    priceKopecks: 48_000,
    money: state === "canceled" ? "given-back" : hasCome ? "captured" : "held",
    closeReason: null,
    requestedAt: MOMENT,
    expiresAt: MOMENT,
    closedAt: isOver ? MOMENT : null,
    secondsLeft: isOver ? 0 : 312_345,
    cancellableForSeconds: state === "active" ? 1_020 : null,
    extendableHours: isOver ? 0 : 400,
    messagesCount: hasCome ? 2 : 0,
    callsCount: hasCome ? 1 : 0,
    isForgotten: false,
    extensions: [],
    receivedAtMs: monotonicMs(),
    ...part,
  };
}

const rentals: readonly (readonly [string, ShownRental])[] = [
  ...rentalStates.map((state, at) => [state as string, rental(at + 1, state)] as const),
  ["forgotten", rental(21, "expired", { isForgotten: true })],
  [
    "long, dear and extended",
    rental(22, "active", {
      ...longGoods,
      priceKopecks: MUCH_KOPECKS,
      extensions: [
        { at: MOMENT, priceKopecks: MUCH_KOPECKS, hours: 672 },
        { at: "2026-11-20T09:00:00.000Z", priceKopecks: 24_000, hours: 24 },
      ],
    }),
  ],
];

function inbox(shown: ShownRental): RentalDetails {
  return {
    ...shown,
    messages: [
      { id: 1, sender: "Telegram", text: "Code 40213", code: "40213", receivedAt: MOMENT },
      { id: 2, sender: LONG_WORD, text: `${LONG_WORD} `.repeat(3), code: null, receivedAt: MOMENT },
    ],
    calls: [{ id: 1, caller: "4915112345678", calledAt: MOMENT }],
  };
}

/** Rentals: every state of the card, with what came, and of the list. */
export function RentalParts() {
  const list = { rubPerUsd: RUB_PER_USD, isRentOpen: true };
  const listKey = [...rentalsKey, "list", "active"];
  const none = { rentals: [], counts: { active: 0, received: 0, canceled: 1_234 }, page: 1, pageCount: 1 };
  return (
    <Row>
      {rentals.map(([name, shown]) => (
        <Specimen key={shown.id} name={`Rental, ${name}`}>
          <Remembering known={[[rentalQuery(shown.id).queryKey, inbox(shown)]]}>
            <RentalCard rental={shown} rubPerUsd={RUB_PER_USD} isInboxOpen isRentShown />
          </Remembering>
        </Specimen>
      ))}
      <Specimen name="My rentals, being loaded">
        <MyRentals {...list} />
      </Specimen>
      <Specimen name="My rentals, none">
        <Remembering known={[[listKey, { pages: [none], pageParams: [1] }]]}>
          <MyRentals {...list} />
        </Remembering>
      </Specimen>
      <Specimen name="My rentals, failed">
        <Remembering failed={[listKey]}>
          <MyRentals {...list} />
        </Remembering>
      </Specimen>
    </Row>
  );
}

const offer = (countryId: number, part: Partial<OfferView> = {}): OfferView => ({
  countryId,
  slug: `country-${countryId}`,
  name: `Country ${countryId}`,
  icon: "/icons/countries/id.svg",
  priceKopecks: 1_250 * countryId,
  otherTierKopecks: 1_000 * countryId,
  personalKopecks: null,
  count: 1_234 * countryId,
  isScarce: false,
  ...part,
});
const offers: readonly OfferView[] = [
  offer(1),
  offer(2, { personalKopecks: 990 }),
  offer(3, { count: 1, isScarce: true }),
  offer(4, { count: 0 }),
  offer(5, {
    name: LONG_NAME,
    priceKopecks: MUCH_KOPECKS,
    otherTierKopecks: MUCH_KOPECKS,
    count: 987_654_321,
  }),
  offer(6, { name: LONG_WORD, personalKopecks: MUCH_KOPECKS }),
  offer(7, { name: "Chosen before signing in" }),
  ...Array.from({ length: 12 }, (_, at) => offer(at + 8)),
];

type OffersProps = Partial<Parameters<typeof OfferList>[0]> & { serviceName: string };

function Offers(props: OffersProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <OfferList
        serviceId={52}
        heading={<h3 className="min-w-0 truncate font-semibold">{props.serviceName}</h3>}
        offers={offers}
        failure={null}
        rubPerUsd={RUB_PER_USD}
        isWholesale={false}
        renderAction={(shown, isMain) => (
          <BuyButton
            serviceName={props.serviceName}
            offer={shown}
            rubPerUsd={RUB_PER_USD}
            isMain={isMain}
            isBusy={shown.countryId === 1}
            isBlocked={false}
            onBuy={() => {}}
          />
        )}
        {...props}
      />
    </div>
  );
}

/** The list of countries that sell a service, in every state. */
export function OfferParts() {
  return (
    <Row>
      <Specimen name="Offers, long, one being bought, one sold out" wide>
        <Offers serviceName="Telegram" />
      </Specimen>
      <Specimen name="Offers, wholesale, one chosen before" wide>
        <Offers
          serviceName="WhatsApp"
          isWholesale
          chosen={{ countryId: 7, priceKopecks: 1_000 }}
          offers={offers.slice(5, 8)}
        />
      </Specimen>
      <Specimen name="Offers, the chosen one has gone" wide>
        <Offers
          serviceName={LONG_WORD}
          chosen={{ countryId: 99, priceKopecks: 900 }}
          offers={offers.slice(0, 1)}
        />
      </Specimen>
      <Specimen name="Offers, being loaded" wide>
        <Offers serviceName="Viber" offers={undefined} />
      </Specimen>
      <Specimen name="Offers, none" wide>
        <Offers serviceName="Signal" offers={[]} />
      </Specimen>
      <Specimen name="Offers, nothing found" wide>
        <Offers serviceName="Line" country={`${LONG_WORD}?`} />
      </Specimen>
      <Specimen name="Offers, failed" wide>
        <Offers serviceName="WeChat" failure={{ requestId: problem.requestId, retry: () => {} }} />
      </Specimen>
    </Row>
  );
}
