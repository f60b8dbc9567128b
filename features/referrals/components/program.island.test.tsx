import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { AccrualList } from "#features/referrals/components/accrual-list.island.tsx";
import { LinksCard } from "#features/referrals/components/links-card.island.tsx";
import { PeopleList } from "#features/referrals/components/people-list.island.tsx";
import { Sums } from "#features/referrals/components/sums.island.tsx";
import type { ReferralPerson, ReferralProgram } from "#features/referrals/referrals.contract.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const link = {
  id: 1,
  name: "",
  code: "abcdefgh",
  url: "http://localhost/?r=abcdefgh",
  people: 2,
  spentKopecks: 500,
};
const program = (part: Partial<ReferralProgram> = {}): ReferralProgram => ({
  basisPoints: 500,
  waitingDays: 7,
  isSoft: false,
  people: 2,
  spentKopecks: 20_000,
  receivedKopecks: 800,
  waitingKopecks: 200,
  remainingKopecks: 300,
  reservedKopecks: 0,
  withdrawnKopecks: 500,
  owedKopecks: 0,
  paymentType: null,
  links: [link],
  ...part,
});
const plain = (text: string | null | undefined) => text?.replaceAll("\u00a0", " ");

test("the sums stand beside their names, and what is owed is told", () => {
  renderIsland(<Sums initial={program({ owedKopecks: 150, paymentType: "card" })} rubPerUsd={null} />, "ru");
  const text = plain(document.body.textContent);
  for (const part of [
    "Доступно3,00 ₽",
    "Потратили рефералы200,00 ₽",
    "Получено8,00 ₽",
    "Выведено5,00 ₽",
    "2 человека",
  ])
    expect(text).toContain(part);
  expect(text).toContain("последний способ вывода: Банковская карта");
  expect(text).toContain("1,50 ₽ будет вычтено");
});

test("a named link is made and can be copied; a name that is taken is told at the field", async () => {
  let isTaken = true;
  fakeApi(({ method }) => {
    if (method !== "POST") return { status: 200, body: program() };
    if (isTaken) return refusal(409, "LINK_NAME_TAKEN", "You already have a link with this name");
    return { status: 201, body: { ...link, id: 2, name: "My channel", url: "http://localhost/?r=second" } };
  });
  renderIsland(<LinksCard initial={program()} rubPerUsd={null} />);
  await userEvent.type(screen.getByLabelText("Another link"), "My channel");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  expect((await screen.findByRole("alert")).textContent).toBe("You already have a link with this name");
  isTaken = false;
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByRole("button", { name: "Copy link: My channel" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy link: Your link" })).toBeTruthy();
});

test("a link whose answer was lost is asked for again with the same key, so that it is made once", async () => {
  let isLost = true;
  const requests = fakeApi(({ method }) => {
    if (method !== "POST") return { status: 200, body: program() };
    if (!isLost) return { status: 201, body: { ...link, id: 2, name: "My channel" } };
    isLost = false;
    return "offline";
  });
  renderIsland(<LinksCard initial={program()} rubPerUsd={null} />);
  await userEvent.type(screen.getByLabelText("Another link"), "My channel");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("button", { name: "Copy link: My channel" });
  const sent = requests.filter(({ method }) => method === "POST");
  expect(sent).toHaveLength(2);
  expect(sent[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]?.headers["Idempotency-Key"]).toBe(sent[0]?.headers["Idempotency-Key"]);
});

test("a link just made stays when an answer asked for before it comes late, and stands there once", async () => {
  const second = { ...link, id: 2, name: "My channel", url: "http://localhost/?r=second" };
  const late = Promise.withResolvers<{ status: number; body: unknown }>();
  fakeApi(({ method }) => (method === "POST" ? { status: 201, body: second } : late.promise));
  const { client } = renderIsland(<LinksCard initial={program()} rubPerUsd={null} />);
  void client.invalidateQueries();
  const make = async () => {
    const name = screen.getByLabelText<HTMLInputElement>("Another link");
    await userEvent.type(name, "My channel");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(name.value).toBe(""));
  };
  await make();
  await act(async () => late.resolve({ status: 200, body: program() }));
  await make();
  expect(screen.getAllByRole("button", { name: "Copy link: My channel" })).toHaveLength(1);
});

test("lists without rows say what to do", () => {
  renderIsland(
    <>
      <PeopleList initial={{ people: [], hasMore: false }} rubPerUsd={null} />
      <AccrualList initial={{ accruals: [], hasMore: false }} rubPerUsd={null} locale="en" />
    </>,
  );
  expect(screen.getByText("Copy your link and send it to someone.")).toBeTruthy();
  expect(screen.getByText("No earnings yet")).toBeTruthy();
});

const person = (id: number) => ({
  id,
  name: `P${id}•••`,
  link: "",
  registeredAt: "2026-11-20T12:00:00.000Z",
  spentKopecks: 100,
  earnedKopecks: 5,
  isCounted: id !== 8,
});

test("lists that an earlier visit left in memory are asked for anew, however short ago that was", async () => {
  const requests = fakeApi(({ path }) => ({
    status: 200,
    body: path.endsWith("people")
      ? { people: [person(9)], hasMore: false }
      : { accruals: [], hasMore: false },
  }));
  const lists = (people: ReferralPerson[]) => (
    <>
      <PeopleList initial={{ people, hasMore: false }} rubPerUsd={null} />
      <AccrualList initial={{ accruals: [], hasMore: false }} rubPerUsd={null} locale="en" />
    </>
  );
  const { client, unmount } = renderIsland(lists([]));
  unmount();
  expect(requests).toEqual([]);
  renderIsland(lists([person(9)]), "en", undefined, client);
  await screen.findByText("P9•••");
  await waitFor(() =>
    expect(requests.map(({ path }) => path).toSorted()).toEqual(["/referrals/accruals", "/referrals/people"]),
  );
});

test("more people come when asked; a failure keeps those who are there", async () => {
  let isOffline = true;
  const requests = fakeApi(() =>
    isOffline ? "offline" : { status: 200, body: { people: [person(8)], hasMore: false } },
  );
  renderIsland(<PeopleList initial={{ people: [person(9)], hasMore: true }} rubPerUsd={null} />);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByRole("alert");
  expect(screen.getByText("P9•••")).toBeTruthy();
  isOffline = false;
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("P8•••")).toBeTruthy();
  expect(screen.getByText("not counted")).toBeTruthy();
  expect(requests.at(-1)?.query).toEqual({ before: "9" });
});
