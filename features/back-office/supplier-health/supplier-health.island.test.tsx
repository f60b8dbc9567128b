import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import type { SupplierHealth as Health } from "#features/back-office/supplier-health/supplier-health.contract.ts";
import { SupplierHealth } from "#features/back-office/supplier-health/supplier-health.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();

const nothing = {
  ...{ numbers: 0, noNumbers: 0, noNumbersPercent: null, failed: 0, unanswered: 0 },
  ...{ meanAnswerMs: null, mostAnswersMs: null, sms: 0, unusable: 0 },
};
const health: Health = {
  hour: {
    ...{ numbers: 1_200, noNumbers: 300, noNumbersPercent: 20, failed: 4, unanswered: 2 },
    ...{ meanAnswerMs: 430, mostAnswersMs: 1_000, sms: 90, unusable: 6 },
  },
  day: nothing,
  unusable: [{ action: "GET_NUMBER", reason: "not-json", count: 6, lastAt: "2026-11-25T10:00:00.000Z" }],
  delivery: [{ code: "tg", name: "Telegram", orders: 10, delivered: 7 }],
  worth: [
    {
      ...{ service: "Telegram", country: "Indonesia", orders: 12, delivered: 9, refused: 3 },
      ...{ chancePercent: 61, waitSeconds: 95, isTrial: true },
    },
  ],
};
const exchange = {
  ...{ id: 5, at: "2026-11-25T10:00:00.000Z", action: "GET_NUMBER", reason: "not-json" },
  ...{ detail: "Unexpected token", httpStatus: 200 },
};
const hostile = "<img src=x onerror=alert(1)>";

function renderHealth() {
  return renderAtDesk(<SupplierHealth code="sim-bank" />);
}
const answers = (path: string, whole: Health, items: unknown[]) => {
  if (path.endsWith("/health")) return { status: 200, body: whole };
  if (path.endsWith("/exchanges")) return { status: 200, body: { items, hasMore: false } };
  return { status: 200, body: { ...exchange, request: '{"key":"[key]"}', answer: hostile } };
};

test("the figures of an hour and a day stand beside each other, with shares and times", async () => {
  fakeApi(({ path }) => answers(path, health, []));
  renderHealth();
  const rowOf = async (name: RegExp) => (await screen.findByRole("row", { name })).textContent;
  expect(await rowOf(/^NO_NUMBERS/)).toBe("NO_NUMBERS300 (20%)0");
  expect(await rowOf(/^Mean answer time/)).toBe("Mean answer time0,43 s—");
  expect(await rowOf(/^SMS per minute/)).toBe("SMS per minute1,50");
  expect(await rowOf(/^Telegram \(tg\)/)).toBe("Telegram (tg)107 (70%)");
  expect(await rowOf(/^Telegram, Indonesia/)).toBe("Telegram, Indonesia (on trial)129361%95 s");
  expect(await rowOf(/^Not JSON/)).toMatch(/^Not JSON · GET_NUMBER6/);
});

test("a raw exchange opens as text: what a supplier wrote is never run", async () => {
  fakeApi(({ path }) => answers(path, health, [exchange]));
  renderHealth();
  await user.click(await screen.findByRole("button", { name: "Show" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText(hostile)).toBeDefined();
  expect(within(dialog).getByText('{"key":"[key]"}')).toBeDefined();
  expect(dialog.querySelector("img")).toBeNull();
});

test("a supplier of which nothing is known yet says so in each part", async () => {
  fakeApi(({ path }) =>
    answers(path, { hour: nothing, day: nothing, unusable: [], delivery: [], worth: [] }, []),
  );
  renderHealth();
  for (const text of [
    "No order has ended yet.",
    "Nothing has been ordered or asked for within these days.",
    "Every answer could be used.",
    "No exchange is kept.",
  ])
    expect(await screen.findByText(text)).toBeDefined();
});

test("a health that cannot be read offers to try again", async () => {
  fakeApi(() => refusal(503, "SERVER_ERROR", "Not now"));
  renderHealth();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeDefined();
});
