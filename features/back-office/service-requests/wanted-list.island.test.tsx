import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import type { WantedSiteView } from "#features/back-office/service-requests/service-requests.contract.ts";
import { WantedList } from "#features/back-office/service-requests/wanted-list.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { expectInertRows } from "#lib/testing/hostile-texts.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const request: WantedSiteView["newest"][number] = {
  ...{ website: "www.example.com/login", smsText: "Your code is 12345", country: "Indonesia" },
  ...{ priceKopecks: 5_000, locale: "ru", flags: [], at },
};

function wanted(part: Partial<WantedSiteView> = {}): WantedSiteView {
  return {
    ...{ id: 1, site: "example.com", count: 3, firstAt: at, lastAt: at, service: null, newest: [request] },
    countries: [
      { name: "Indonesia", count: 2 },
      { name: null, count: 1 },
    ],
    ...part,
  };
}

function show(items: WantedSiteView[], locale: Locale = "en") {
  const requests = fakeApi(({ method }) =>
    method === "GET" ? { status: 200, body: { items, hasMore: false } } : { status: 200, body: { count: 3 } },
  );
  const { container } = renderAtDesk(<WantedList />, locale);
  return { requests, container };
}

test("a website that is asked for is shown with its newest requests, and everybody who asked is answered at once", async () => {
  const { requests } = show([wanted()]);
  await screen.findByText("example.com");
  screen.getByText("Indonesia (2), any (1)");
  screen.getByText("Your code is 12345");
  await user.click(screen.getByRole("button", { name: "Answer" }));
  const dialog = within(await screen.findByRole("dialog"));
  const [answer, reason] = dialog.getAllByRole("textbox") as [HTMLElement, HTMLElement];
  await user.type(reason, "looked at it");
  await user.click(dialog.getByRole("button", { name: "Answer" }));
  await dialog.findByText(/with a reason of at least 3 characters/);
  await user.type(answer, "We look for a supplier.");
  await user.click(dialog.getByRole("button", { name: "Answer" }));
  const body = {
    ...{ decision: "answer", site: "example.com", answer: "We look for a supplier." },
    reason: "looked at it",
  };
  await eventually(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({ method: "POST", path: "/desk/service-requests/decide", body }),
    ),
  );
});

test("what makes one look twice at a request stands beside its website, and beside the request itself", async () => {
  const flagged = { ...request, website: "example.com/other", flags: ["repeated", "links"] as const };
  show([wanted({ newest: [request, { ...flagged, flags: [...flagged.flags] }] })]);
  await screen.findByText("example.com");
  expect(screen.getAllByText("Links")).toHaveLength(2);
  const line = screen.getByText("example.com/other").closest("li");
  within(line as HTMLElement).getByText("Links");
  expect(screen.queryByText("Disposable address")).toBeNull();
});

test("two hundred requests that would run a script stay texts at the desk", async () => {
  await expectInertRows(async (texts) => {
    const sites = texts.map((words, at) =>
      wanted({
        ...{ id: at + 1, site: words, countries: [{ name: words, count: 1 }] },
        service: { code: "tg", name: words },
        newest: [{ ...request, website: words, smsText: words, country: words, locale: words }],
      }),
    );
    const { container } = show(sites);
    await eventually(() => expect(container.querySelectorAll("details")).toHaveLength(200));
    return container;
  });
});

test.each(locales)("what is asked for is shown at the desk in the words of %s", async (locale) => {
  const { container } = show(
    [
      wanted({ newest: [{ ...request, flags: ["disposable", "repeated", "links"] }] }),
      wanted({ id: 2, site: "example.org", service: { code: "tg", name: "Telegram" } }),
    ],
    locale,
  );
  await screen.findByText("example.com");
  expect(container.textContent).not.toMatch(/backOffice|[{}]/);
});
