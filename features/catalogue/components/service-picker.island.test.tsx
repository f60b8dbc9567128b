import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServicePicker } from "#features/catalogue/components/service-picker.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const popular: PickableService[] = [
  { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: "/icons/services/telegram.svg" },
  { id: 1, code: "wa", name: "WhatsApp", slug: "whatsapp", icon: null },
];

const wire = (id: number, name: string) => ({
  id,
  external_id: `s${id}`,
  service_external_id: `s${id}`,
  name,
  slug: name.toLowerCase(),
  icon: null,
  icon_id: null,
  nameTranscriptionEnRu: "",
  nameTranscriptionRuEn: "",
  category: "other",
});

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.wide;
});

const page = (items: unknown[], pages = 1) => ({
  status: 200,
  body: items,
  headers: { "x-pagination-page-count": String(pages) },
});
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function renderPicker(onSelect = vi.fn()) {
  renderIsland(<ServicePicker popular={popular} selectedId={52} serviceCount={472} onSelect={onSelect} />);
  return { onSelect, box: screen.getByRole("combobox", { name: "Find a service" }) };
}
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });

test("popular services are links to their own pages, and the chosen one says so", () => {
  fakeApi(() => page([]));
  renderPicker();
  const link = screen.getByRole("link", { name: "Telegram" });
  expect(link.getAttribute("href")).toBe("/telegram");
  expect(link.getAttribute("aria-current")).toBe("true");
  expect(screen.getByRole("link", { name: "WhatsApp" }).getAttribute("aria-current")).toBeNull();
  expect(screen.getByRole("link", { name: "All services: 472" }).getAttribute("href")).toBe("/services");
});

test("a service that a stored picture stands for is shown with it, on the page as it comes and among what was searched for", async () => {
  const picture = (name: string) => `/api/storage/image/${name.repeat(64)}-480.webp`;
  fakeApi(() => page([{ ...wire(9, "Viber"), icon: picture("b"), icon_id: `${"b".repeat(64)}-480.webp` }]));
  const [telegram, whatsapp] = popular;
  renderIsland(
    <ServicePicker
      popular={[{ ...telegram!, icon: picture("a") }, whatsapp!]}
      {...{ selectedId: 52, serviceCount: 472, onSelect: vi.fn() }}
    />,
  );
  const shownIn = (element: HTMLElement) => element.querySelector("img")?.getAttribute("src");
  expect(shownIn(screen.getByRole("link", { name: "Telegram" }))).toBe(picture("a"));
  expect(shownIn(screen.getByRole("link", { name: "WhatsApp" }))).toBeUndefined();
  type(screen.getByRole("combobox", { name: "Find a service" }), "vi");
  await wait(1_100);
  expect(shownIn(await screen.findByRole("option", { name: /Viber/ }))).toBe(picture("b"));
});

test("typing waits a second and asks once, for the last word", async () => {
  const requests = fakeApi(() => page([wire(9, "Viber")]));
  const { box } = renderPicker();
  type(box, "vi");
  await wait(700);
  type(box, "vib ");
  await wait(900);
  expect(requests).toEqual([]);
  await wait(200);
  await screen.findByRole("option", { name: "Viber" });
  expect(requests.map(({ path, query }) => [path, query])).toEqual([
    ["/service", { page: "1", "per-page": "40", search: "vib" }],
  ]);
});

test("a search without a character is not sent", async () => {
  const requests = fakeApi(() => page([wire(9, "Viber")]));
  const { box } = renderPicker();
  for (const empty of ["v", "", "   "]) type(box, empty);
  await wait(3_000);
  expect(requests).toEqual([]);
  screen.getByRole("link", { name: "Telegram" });
});

test("arrow keys walk through what was found, Enter chooses, Escape leaves", async () => {
  fakeApi(() => page([wire(9, "Viber"), wire(10, "Vinted")]));
  const { box, onSelect } = renderPicker();
  type(box, "vi");
  await wait(1_100);
  await screen.findByRole("option", { name: "Vinted" });
  fireEvent.keyDown(box, { key: "ArrowDown" });
  fireEvent.keyDown(box, { key: "ArrowDown" });
  expect(screen.getByRole("option", { name: "Vinted" }).getAttribute("aria-selected")).toBe("true");
  expect(box.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { name: "Vinted" }).id);
  fireEvent.keyDown(box, { key: "Enter" });
  expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 10, code: "s10" }));
  expect(screen.queryByRole("listbox")).toBeNull();
  type(box, "x");
  fireEvent.keyDown(box, { key: "Escape" });
  expect((box as HTMLInputElement).value).toBe("");
});

test("who types and presses Enter at once gets the first that is found, and the focus leaves the field", async () => {
  const requests = fakeApi(() => page([wire(9, "Viber"), wire(10, "Vinted")]));
  const { box, onSelect } = renderPicker();
  box.focus();
  type(box, "vib");
  await wait(300);
  fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(onSelect).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 9 })));
  expect(requests).toHaveLength(1);
  expect((box as HTMLInputElement).value).toBe("");
  expect(document.activeElement).not.toBe(box);
});

test("the next page comes when the end of the list is near, once however often that is seen", async () => {
  const requests = fakeApi(({ query }) => page([wire(Number(query.page), `Service ${query.page}`)], 2));
  const { box } = renderPicker();
  type(box, "s");
  await wait(1_100);
  await screen.findByRole("option", { name: "Service 1" });
  const scroller = screen.getByRole("listbox").parentElement!;
  Object.defineProperties(scroller, {
    scrollHeight: { value: 1_000 },
    clientHeight: { value: 300 },
  });
  scroller.scrollTop = 1_000 - 300 - 140;
  fireEvent.scroll(scroller);
  await wait(100);
  expect(requests).toHaveLength(1);
  scroller.scrollTop += 1;
  for (let time = 0; time < 3; time += 1) fireEvent.scroll(scroller);
  await screen.findByRole("option", { name: "Service 2" });
  fireEvent.scroll(scroller);
  await wait(100);
  expect(requests).toHaveLength(2);
});

test("another search begins at its first page, however many pages of the one before were read", async () => {
  const requests = fakeApi(({ query }) =>
    page([wire(Number(query.page), `${query.search} ${query.page}`)], 2),
  );
  const { box } = renderPicker();
  type(box, "s");
  await wait(1_100);
  await screen.findByRole("option", { name: "s 1" });
  fireEvent.scroll(screen.getByRole("listbox").parentElement!);
  await screen.findByRole("option", { name: "s 2" });
  type(box, "v");
  await wait(1_100);
  await screen.findByRole("option", { name: "v 1" });
  expect(screen.getAllByRole("option")).toHaveLength(1);
  expect(requests.map(({ query }) => [query.search, query.page])).toEqual([
    ["s", "1"],
    ["s", "2"],
    ["v", "1"],
  ]);
});

/** What `appearanceScript` leaves for the visitors of the wide layout, on a screen with or without room for a column. */
function giveWideLayout(isRoomy: boolean) {
  document.documentElement.dataset.wide = "";
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: isRoomy && query === "(min-width: 1024px)" }));
}
const namesOf = (list: HTMLElement) =>
  [...list.querySelectorAll("a .truncate")].map((name) => name.textContent);

test("in the wide layout the column lists all services, more near its end, and the best known until they are there", async () => {
  giveWideLayout(true);
  const requests = fakeApi(({ query }) =>
    page(query.page === "1" ? [wire(52, "Telegram"), wire(9, "Viber")] : [wire(10, "Vinted")], 2),
  );
  renderPicker();
  const column = () => screen.getByRole("list", { name: "Service" });
  expect(namesOf(column())).toEqual(["Telegram", "WhatsApp"]);
  await waitFor(() => expect(namesOf(column())).toEqual(["Telegram", "Viber"]));
  expect(requests.map(({ path, query }) => [path, query])).toEqual([
    ["/service", { page: "1", "per-page": "40" }],
  ]);
  expect(screen.getByRole("link", { name: "Viber" }).getAttribute("href")).toBe("/viber");
  expect(screen.getByRole("link", { name: "Telegram" }).getAttribute("aria-current")).toBe("true");
  for (let time = 0; time < 3; time += 1) fireEvent.scroll(column());
  await waitFor(() => expect(namesOf(column())).toEqual(["Telegram", "Viber", "Vinted"]));
  fireEvent.scroll(column());
  await wait(100);
  expect(requests).toHaveLength(2);
});

test("a service that has moved to the next page meanwhile stands in the column once", async () => {
  giveWideLayout(true);
  fakeApi(({ query }) =>
    page(
      query.page === "1" ? [wire(52, "Telegram"), wire(9, "Viber")] : [wire(9, "Viber"), wire(10, "Vinted")],
      2,
    ),
  );
  renderPicker();
  const column = () => screen.getByRole("list", { name: "Service" });
  await waitFor(() => expect(namesOf(column())).toEqual(["Telegram", "Viber"]));
  fireEvent.scroll(column());
  await waitFor(() => expect(namesOf(column())).toEqual(["Telegram", "Viber", "Vinted"]));
});

test("beside the column of all services Enter in an empty search chooses none of them", async () => {
  giveWideLayout(true);
  fakeApi(() => page([wire(52, "Telegram"), wire(9, "Viber")]));
  const { box, onSelect } = renderPicker();
  await screen.findByRole("link", { name: "Viber" });
  for (const key of ["Enter", "ArrowDown", "Enter"]) fireEvent.keyDown(box, { key });
  expect(onSelect).not.toHaveBeenCalled();
  expect(box.getAttribute("aria-activedescendant")).toBeNull();
});

test("who clears the search after a quick Enter gets none of the services in the column", async () => {
  giveWideLayout(true);
  fakeApi(({ query }) =>
    query.search ? new Promise(() => {}) : page([wire(52, "Telegram"), wire(9, "Viber")]),
  );
  const { box, onSelect } = renderPicker();
  await screen.findByRole("link", { name: "Viber" });
  type(box, "vin");
  for (const key of ["Enter", "Escape"]) fireEvent.keyDown(box, { key });
  await wait(1_100);
  expect(onSelect).not.toHaveBeenCalled();
});

test.each([
  ["a screen without room for the column", () => giveWideLayout(false)],
  ["a visitor without the wide layout", () => undefined],
])("%s has the best known services, and asks for no others", async (_who, prepare) => {
  prepare();
  const requests = fakeApi(() => page([]));
  renderPicker();
  await wait(1_000);
  expect(namesOf(screen.getByRole("list", { name: "Service" }))).toEqual(["Telegram", "WhatsApp"]);
  expect(requests).toEqual([]);
});

test("nothing found and a failure are told in words, and a failure can be tried again", async () => {
  let isDown = true;
  fakeApi(() => (isDown ? { status: 503, body: {} } : page([])));
  const { box } = renderPicker();
  type(box, "zzz");
  await wait(1_100);
  const retry = await screen.findByRole("button", { name: "Retry" });
  isDown = false;
  fireEvent.click(retry);
  await waitFor(() => screen.getByText(/No service found for “zzz”/));
});
