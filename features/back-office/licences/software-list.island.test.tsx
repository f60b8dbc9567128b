import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LicenceProductView } from "#features/back-office/licences/desk-licences.contract.ts";
import { SoftwareList } from "#features/back-office/licences/software-list.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";

const product: LicenceProductView = {
  ...{ id: 3, code: "bulk-sender", name: "Bulk sender", softwareType: "Automation", description: "" },
  ...{
    priceKopecks: 150_000,
    termDays: 30,
    deviceLimit: 2,
    state: "draft",
    createdAt: "2026-11-28T00:00:00Z",
  },
  ...{ soldCount: 4, validCount: 3, paidKopecks: 600_000 },
  versions: [
    { id: 9, version: "1.0", notes: "", sha256: "a".repeat(64), publishedAt: "2026-11-28T00:00:00Z" },
  ],
};
const kid = "k".repeat(43);

function show({ mayChange = true, mayRotate = true } = {}) {
  const requests = fakeApi(({ path }) =>
    path === "/desk/licences/keys"
      ? { status: 200, body: { items: [{ kid, createdAt: "2026-11-28T00:00:00Z", retiredAt: null }] } }
      : { status: 200, body: { items: [product], hasMore: false } },
  );
  renderAtDesk(<SoftwareList mayChange={mayChange} mayRotate={mayRotate} />);
  return requests;
}
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const press = async (name: string) => click(await screen.findByRole("button", { name }));
const type = (dialog: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
const posted = (requests: ReturnType<typeof show>) => requests.filter(({ method }) => method === "POST");

test("a product shows its terms, what was sold of it and its versions", async () => {
  show();
  await screen.findByText("Bulk sender");
  screen.getByText("4 sold · 3 valid now");
  screen.getByText("1.0");
  screen.getByText(kid);
});

test("a new product is sent with its code, its price in kopecks and no term where none is typed", async () => {
  const requests = show();
  await press("New product");
  const dialog = await screen.findByRole("dialog", { name: "New product" });
  for (const [label, value] of [
    [/^Code/, "night-sender"],
    [/^Name/, "Night sender"],
    [/^Software type/, "Automation"],
    [/^Price of one term/, "99,50"],
    [/^Term, days/, ""],
    [/^Reason/, "a new tool"],
  ] as const)
    type(dialog, label, value);
  await click(within(dialog).getByRole("button", { name: "New product" }));
  expect(posted(requests).map(({ path, body }) => [path, body])).toEqual([
    [
      "/desk/licences/products",
      {
        ...{ code: "night-sender", name: "Night sender", softwareType: "Automation", description: "" },
        ...{ priceKopecks: 9_950, termDays: null, deviceLimit: 1, reason: "a new tool" },
      },
    ],
  ]);
});

test("a version needs an address that begins with https and a whole hash before it is sent", async () => {
  const requests = show();
  await press("Publish a version");
  const dialog = await screen.findByRole("dialog", { name: /^Publish a version/ });
  const send = () => click(within(dialog).getByRole("button", { name: "Publish a version" }));
  type(dialog, /^Version/, "2.0");
  type(dialog, /^Address of the file/, "http://files.example/tool.zip");
  type(dialog, /^SHA-256/, "B".repeat(64));
  type(dialog, /^Reason/, "a new one");
  await send();
  expect(posted(requests)).toEqual([]);
  type(dialog, /^Address of the file/, "https://files.example/tool.zip");
  await send();
  expect(posted(requests)[0]?.body).toEqual({
    ...{ version: "2.0", notes: "", url: "https://files.example/tool.zip", sha256: "b".repeat(64) },
    reason: "a new one",
  });
});

test("who only looks on changes nothing, and only a lead replaces the signing key", async () => {
  show({ mayChange: false, mayRotate: false });
  await screen.findByText("Bulk sender");
  expect(screen.queryAllByRole("button")).toEqual([]);
});
