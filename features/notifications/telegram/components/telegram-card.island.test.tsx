import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { LinkChat } from "#features/notifications/telegram/components/link-chat.island.tsx";
import { TelegramCard } from "#features/notifications/telegram/components/telegram-card.island.tsx";
import type { TelegramState } from "#features/notifications/telegram/telegram.contract.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const linked: TelegramState = {
  bot: "den_bot",
  chat: { name: "Anna · @anna_s", linkedAt: "2026-11-28T08:00:00.000Z", isBlocked: false },
  kinds: ["codes", "rentals", "payments", "balance"],
  dayCapKopecks: 100_000,
  confirmAboveKopecks: 10_000,
};
const unlinked: TelegramState = { ...linked, chat: null };

/** As the pages do it, which hand the bot's words out themselves. */
function renderBot(island: ReactElement) {
  return renderIsland(island, "en", messagesOf("en"));
}

function givenApi(first: TelegramState) {
  let state = first;
  return fakeApi(({ method, path, body }: FakeRequest) => {
    if (path.startsWith("/telegram-links/")) return { status: 200, body: { name: "Anna · @anna_s" } };
    if (path === "/telegram-links") state = linked;
    else if (method === "DELETE") state = unlinked;
    else if (method === "PUT") state = { ...state, ...(body as Partial<TelegramState>) };
    return { status: 200, body: state };
  });
}

test("the card names the linked chat and cuts it off after a question", async () => {
  const requests = givenApi(linked);
  renderBot(<TelegramCard />);
  expect(await screen.findByText("Anna · @anna_s")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Unlink" }));
  const buttons = await screen.findAllByRole("button", { name: "Unlink" });
  await userEvent.click(buttons.at(-1)!);
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: "DELETE", path: "/telegram-chat" }));
  const link = await screen.findByRole("link", { name: "Open the bot" });
  expect(link.getAttribute("href")).toBe("https://t.me/den_bot");
});

test("a chat that was cut off leaves the focus on the way to link another one", async () => {
  givenApi(linked);
  renderBot(<TelegramCard />);
  await userEvent.click(await screen.findByRole("button", { name: "Unlink" }));
  const buttons = await screen.findAllByRole("button", { name: "Unlink" });
  await userEvent.click(buttons.at(-1)!);
  const link = await screen.findByRole("link", { name: "Open the bot" });
  await waitFor(() => expect(document.activeElement).toBe(link.closest("[tabindex]")));
});

test("what the chat is told is saved by one press, and what it may spend by the form", async () => {
  const requests = givenApi(linked);
  renderBot(<TelegramCard />);
  await userEvent.click(await screen.findByRole("switch", { name: "Credited top-ups" }));
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({
      method: "PUT",
      body: { kinds: ["codes", "rentals", "balance"], dayCapKopecks: 100_000, confirmAboveKopecks: 10_000 },
    }),
  );
  const cap = await screen.findByRole<HTMLInputElement>("textbox", { name: "Limit a day, ₽" });
  expect(cap.value).toBe("1000");
  await userEvent.clear(cap);
  await userEvent.type(cap, "99,50");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ method: "PUT", body: { dayCapKopecks: 9_950 } }),
  );
});

test("the owner reads below the kinds of news that those of the account's security always come", async () => {
  givenApi({ ...linked, kinds: [] });
  renderBot(<TelegramCard />);
  const kinds = await screen.findByRole("group", { name: "What the bot tells you" });
  expect(kinds.textContent).toContain("It always tells you about the security of your account.");
});

test("a chat in which the bot is blocked says so on the card", async () => {
  givenApi({ ...linked, chat: { ...linked.chat!, isBlocked: true } });
  renderBot(<TelegramCard />);
  expect(await screen.findByText(/The bot is blocked in this chat/)).toBeTruthy();
});

test("there is no card where the operator has no bot", async () => {
  const requests = givenApi({ ...unlinked, bot: null });
  const { container } = renderBot(<TelegramCard />);
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(container.querySelector("#settings-telegram")).toBeNull());
});

test("a chat is linked by a press after its name was read", async () => {
  const requests = givenApi(unlinked);
  renderBot(<LinkChat token="a-link-of-the-bot-12345" />);
  expect(await screen.findByText(/Anna · @anna_s/)).toBeTruthy();
  expect(requests.map(({ method }) => method)).toEqual(["GET"]);
  await userEvent.click(screen.getByRole("button", { name: "Link the chat" }));
  expect(await screen.findByText("The chat is linked")).toBeTruthy();
  expect(requests.at(-1)).toMatchObject({ method: "POST", body: { token: "a-link-of-the-bot-12345" } });
});

test("who has a chat already reads so on the page", async () => {
  fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { name: "Anna" } }
      : refusal(409, "TELEGRAM_LINKED_ALREADY", "You already have a telegram bot linked"),
  );
  renderBot(<LinkChat token="a-link-of-the-bot-12345" />);
  await userEvent.click(await screen.findByRole("button", { name: "Link the chat" }));
  expect(await screen.findByText("You already have a telegram bot linked")).toBeTruthy();
});

test("without a bot the page to link a chat leads to the other ways of being told", async () => {
  fakeApi(() => ({ status: 200, body: { ...unlinked, bot: null } }));
  renderBot(<LinkChat token={null} />);
  expect(await screen.findByText(/This site has no bot in Telegram at the moment/)).toBeTruthy();
  const settings = screen.getByRole("link", { name: "Open the notification settings" });
  expect(settings.getAttribute("href")).toBe("/profile/settings/notifications");
});

test("a link that no longer holds says so, and where to get another", async () => {
  fakeApi(({ path }) =>
    path.startsWith("/telegram-links/")
      ? refusal(404, "TELEGRAM_LINK_INVALID", "This link is not valid any more")
      : { status: 200, body: unlinked },
  );
  renderBot(<LinkChat token="a-link-of-the-bot-12345" />);
  expect(await screen.findByRole("alert")).toBeTruthy();
  const bot = await screen.findByRole("link", { name: "Open the bot" });
  expect(bot.getAttribute("href")).toBe("https://t.me/den_bot");
});
