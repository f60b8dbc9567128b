import { QueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { activeNumbersKey } from "#features/activations/activations.client.ts";
import { NumberKeys } from "#features/activations/components/number-keys.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { pageMessages } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const toasts = () => useToasts.getState().list;

const waiting = {
  ...{ id: 100_002, state: "waiting", number: "4915112345678", service: { name: "WhatsApp" } },
  ...{ requestedAt: "2026-11-21T10:00:30.000Z", messages: [] },
};
const received = {
  ...{ id: 100_001, state: "received", number: "6281234567890", service: { name: "Telegram" } },
  requestedAt: "2026-11-21T10:00:00.000Z",
  messages: [{ id: 7, code: "482135", receivedAt: "2026-11-21T10:01:00.000Z" }],
};

/** A page of somebody of whom these numbers are known; `null`: they have not been read yet. */
function show(numbers: object[] | null, locale: Locale = "en") {
  const client = new QueryClient();
  if (numbers) client.setQueryData(activeNumbersKey, numbers);
  const page = (
    <>
      <NumberKeys />
      <input />
    </>
  );
  renderIsland(page, locale, pageMessages(locale), client);
}

beforeEach(() => useToasts.setState({ list: [] }));

test("on any page c copies the newest code and n the number on top, and typing is left alone", async () => {
  show([waiting, received]);
  await user.keyboard("c");
  await waitFor(() => expect(toasts()[0]).toMatchObject({ text: "Text copied", detail: "482135" }));
  expect(await navigator.clipboard.readText()).toBe("482135");
  await user.keyboard("n");
  await waitFor(() => expect(toasts()[0]).toMatchObject({ detail: "+6281234567890" }));
  useToasts.setState({ list: [] });
  document.querySelector("input")?.focus();
  await user.keyboard("cn");
  expect(toasts()).toEqual([]);
});

test("the keys for numbers say nothing of numbers that have not been read", async () => {
  show(null);
  await user.keyboard("cn");
  expect(toasts()).toEqual([]);
});

test.each(locales)(
  "in %s the keys for numbers say that there is no code and no number to copy",
  async (locale) => {
    const missing = vi.spyOn(console, "error").mockImplementation(() => {});
    show([], locale);
    await user.keyboard("cn");
    expect(toasts().map(({ type }) => type)).toEqual(["info", "info"]);
    for (const { text } of toasts()) expect(text).not.toContain("activations.");
    expect(missing).not.toHaveBeenCalled();
  },
);
