import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { CorrectionList } from "#features/back-office/corrections/components/correction-list.island.tsx";
import { PaymentList } from "#features/back-office/payments/components/payment-list.island.tsx";
import { PeopleList } from "#features/back-office/people/components/people-list.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { SupplierList } from "#features/back-office/suppliers/supplier-list.island.tsx";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const refunds = {
  ...{ state: "carried_out", kind: "activation_refund" },
  ...{ days: "decided", from: "2026-11-25", to: "2026-11-25" },
};
const creditedOn = { days: "credited", from: "2026-11-25", to: "2026-11-25" };

const lists: [name: string, list: ReactElement, given: Record<string, string>, chosen: string][] = [
  ["payments", <PaymentList key="1" methods={{}} given={creditedOn} />, creditedOn, "Credit"],
  ["people", <PeopleList key="2" given={{ only: "buyers" }} />, { only: "buyers" }, "Bought within 30 days"],
  [
    "suppliers",
    <SupplierList key="3" mayChange={false} given={{ only: "unavailable" }} />,
    { only: "unavailable" },
    "Unavailable",
  ],
  [
    "corrections",
    <CorrectionList key="4" staffId={1} maySign={false} given={refunds} />,
    refunds,
    "Refund of an order",
  ],
];

it.each(lists)(
  "the list of %s asks for what its address says, and shows that",
  async (_name, list, given, chosen) => {
    const asked = fakeApi(() => ({ status: 200, body: { items: [], hasMore: false } }));
    renderAtDesk(list);
    expect(((await screen.findByRole("option", { name: chosen })) as HTMLOptionElement).selected).toBe(true);
    await eventually(() => expect(asked[0]?.query).toEqual(given));
  },
);
