import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { FinesSection } from "#features/partners/fines/components/fines-section.island.tsx";
import type { FineView } from "#features/partners/fines/fines.contract.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { accountMessages } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const fine = (id: number, change: Partial<FineView> = {}): FineView => ({
  ...{
    id,
    amountKopecks: 4_000,
    reservedKopecks: 4_000,
    cause: "codes_withheld",
    words: "Three codes kept.",
  },
  ...{ orderId: null, state: "announced", mayAppeal: true, appeal: null, decision: null },
  ...{ announcedAt: "2026-11-20T12:00:00.000Z", appealUntil: "2026-11-27T12:00:00.000Z" },
  ...{ appealedAt: null, decidedAt: null },
  ...change,
});
/** In the zone of the browser. */
const shownAt = (at: string) =>
  formatMoment("en", new Date(at), Intl.DateTimeFormat().resolvedOptions().timeZone);
const page = (...items: FineView[]) => ({ status: 200, body: { items, hasMore: false } });

function show() {
  const messages = accountMessages("en", ["partners"]);
  renderIsland(<FinesSection />, "en", messages);
}

test("a partner who was never fined is told nothing of fines", async () => {
  const asked = fakeApi(() => page());
  show();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("heading", { name: "Fines" })).toBeNull();
});

test("a fine says its cause, sum, order, state and what is still owed, and each decided one what was decided", async () => {
  fakeApi(() =>
    page(
      fine(3, { state: "due", mayAppeal: false, reservedKopecks: 1_500, orderId: 77 }),
      fine(2, { state: "cancelled", mayAppeal: false, appeal: "It was off.", decision: "You are right." }),
    ),
  );
  show();
  const [due, cancelled] = (await screen.findAllByRole("listitem")).map((row) => within(row));
  due?.getByText("Codes withheld");
  due?.getByText("Being taken");
  const announced = due?.getByTitle(shownAt("2026-11-20T12:00:00.000Z"));
  expect(announced?.parentElement?.textContent).toMatch(/^No\. 3 · .+ · Order 77$/);
  due?.getByText(/^25,00\s₽ is still to be taken from your next earnings\.$/);
  expect(due?.queryByRole("button", { name: "Appeal" })).toBeNull();
  cancelled?.getByText("It was off.");
  cancelled?.getByText("You are right.");
});

/** A fine that is appealed against once that is sent; answers what the page asks. */
function givenAppealable() {
  let isSent = false;
  return fakeApi(({ method }) => {
    if (method === "POST") {
      isSent = true;
      return { status: 200, body: { state: "appealed" } };
    }
    return page(isSent ? fine(5, { state: "appealed", mayAppeal: false, appeal: "It was off." }) : fine(5));
  });
}

test("an appeal is sent by one keyed call, and the list says so without loading the page again", async () => {
  const asked = givenAppealable();
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Appeal" }));
  const words = screen.getByLabelText("Why the fine is wrong");
  await userEvent.type(words, "It was off.");
  await userEvent.click(screen.getByRole("button", { name: "Send the appeal" }));
  await screen.findByText("Appealed");
  const [call, ...more] = asked.filter(({ method }) => method === "POST");
  expect(more).toEqual([]);
  expect([call?.path, call?.body]).toEqual(["/cabinet/fines/5/appeal", { text: "It was off." }]);
  expect(call?.headers["Idempotency-Key"] ?? call?.headers["idempotency-key"]).toBeTruthy();
});

test("an appeal takes the focus as it is opened, and its fine once it is sent, which a notification says", async () => {
  useToasts.setState({ list: [] });
  givenAppealable();
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Appeal" }));
  const words = screen.getByLabelText("Why the fine is wrong");
  await waitFor(() => expect(document.activeElement).toBe(words));
  await userEvent.type(words, "It was off.");
  await userEvent.click(screen.getByRole("button", { name: "Send the appeal" }));
  await screen.findByText("Appealed");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Codes withheld")));
  expect(useToasts.getState().list).toHaveLength(1);
});

test("a refused appeal says why and keeps what was written", async () => {
  fakeApi(({ method }) =>
    method === "POST" ? refusal(409, "FINE_APPEAL_CLOSED", "The time for an appeal is over.") : page(fine(5)),
  );
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Appeal" }));
  await userEvent.type(screen.getByLabelText("Why the fine is wrong"), "It was off.");
  await userEvent.click(screen.getByRole("button", { name: "Send the appeal" }));
  await screen.findByText("The time for an appeal is over.");
  expect((screen.getByLabelText("Why the fine is wrong") as HTMLTextAreaElement).value).toBe("It was off.");
});

test("fines that could not be loaded can be asked for again", async () => {
  let isAway = true;
  fakeApi(() => (isAway ? refusal(503, "UNAVAILABLE", "away") : page(fine(5))));
  show();
  const retry = await screen.findByRole("button", { name: "Retry" });
  isAway = false;
  await userEvent.click(retry);
  await screen.findByText("Codes withheld");
});
