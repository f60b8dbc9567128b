import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ToastList } from "#components/ui/toast-list.island.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { eventually } from "#lib/testing/eventually.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";

type Item = { id: number; state: "waiting" | "approved" };
const item = (id: number): Item => ({ id, state: "waiting" });
const user = userEvent.setup();

function show(answer: (request: FakeRequest) => { items: Item[]; hasMore: boolean } | null) {
  const requests = fakeApi((request) => {
    const page = request.method === "GET" ? answer(request) : {};
    return page ? { status: 200, body: page } : refusal(500, "INTERNAL", "Something broke");
  });
  renderAtDesk(
    <>
      <DecisionList<Item, "approve" | "decline">
        path="desk/things"
        states={["waiting", "approved"]}
        stateText={(state) => `It is ${state}`}
        empty="Nothing is here."
        main={({ id }) => <p>Thing {id}</p>}
        facts={({ id }) => <input aria-label={`Note of ${id}`} />}
        steps={({ state }) => (state === "waiting" ? ["approve", "decline"] : [])}
        stepText={(step) => `Now ${step}`}
        danger="decline"
        dialog={({ item: { id }, step, onClose }) => (
          <ConfirmAction
            title={`${step} ${id}`}
            facts={[]}
            submit="Go"
            call={() => ({ path: `desk/things/${id}/${step}`, isKeyed: true })}
            onClose={onClose}
          />
        )}
      />
      <ToastList label="Notifications" closeLabel="Close" copiedLabel="Copied" copyFailedLabel="Not copied" />
    </>,
  );
  return requests;
}

test("a list of decisions begins with what waits, and asks for another state when it is chosen", async () => {
  const requests = show(({ query }) => ({
    items: query.state === "waiting" ? [item(1)] : [{ id: 2, state: "approved" }],
    hasMore: false,
  }));
  await screen.findByText("Thing 1");
  await user.selectOptions(screen.getByRole("combobox"), "It is approved");
  await screen.findByText("Thing 2");
  expect(requests.map(({ query }) => query)).toEqual([{ state: "waiting" }, { state: "approved" }]);
  expect(screen.queryByRole("button", { name: /^Now/ })).toBeNull();
});

test("a list of decisions that goes on is read further behind its last item", async () => {
  const requests = show(({ query }) =>
    query.after === "2" ? { items: [item(3)], hasMore: false } : { items: [item(1), item(2)], hasMore: true },
  );
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText("Thing 3");
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(requests.at(-1)?.query).toEqual({ state: "waiting", after: "2" });
});

test("an item of the list is decided once its dialog is confirmed, and leaves what waits", async () => {
  let items = [item(1), item(2)];
  const requests = show(() => ({ items, hasMore: false }));
  const [first] = await screen.findAllByRole("listitem");
  await user.click(within(first as HTMLElement).getByRole("button", { name: "Now decline" }));
  const dialog = within(await screen.findByRole("dialog", { name: "decline 1" }));
  expect(requests.every(({ method }) => method === "GET")).toBe(true);
  items = [item(2)];
  await user.click(dialog.getByRole("button", { name: "Go" }));
  await eventually(() => expect(screen.queryByText("Thing 1")).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/desk/things/1/decline",
  ]);
});

test("a list of decisions without items says so, and one that cannot be read offers another try", async () => {
  let isBroken = true;
  show(() => (isBroken ? null : { items: [], hasMore: false }));
  await screen.findByText("Something broke");
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("Nothing is here.");
});

/** The entry of the list in which a thing stands. */
const entryOf = (id: number) => screen.getByText(`Thing ${id}`).closest("li");

/** Presses Tab until something has the focus, as somebody without a mouse does. */
async function tabTo(find: () => HTMLElement): Promise<void> {
  for (let presses = 0; document.activeElement !== find() && presses < 20; presses += 1) await user.tab();
  expect(document.activeElement).toBe(find());
}

test("a queue is decided with the keyboard alone: arrows move between entries, and a decision leads to the next one", async () => {
  let items = [item(1), item(2), item(3)];
  const requests = show(() => ({ items, hasMore: false }));
  await screen.findByText("Thing 3");
  screen.getByText(/^The ↑ and ↓ keys move from entry to entry/);
  await tabTo(() => within(entryOf(1)!).getByRole("button", { name: "Now approve" }));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(entryOf(2));
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(document.activeElement).toBe(entryOf(2));

  const decide = async (id: number, left: Item[]) => {
    await tabTo(() => within(entryOf(id)!).getByRole("button", { name: "Now approve" }));
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: `approve ${id}` }));
    items = left;
    await tabTo(() => dialog.getByRole("button", { name: "Go" }));
    await user.keyboard("{Enter}");
    await eventually(() => expect(screen.queryByText(`Thing ${id}`)).toBeNull());
  };
  await decide(2, [item(1), item(3)]);
  await eventually(() => expect(document.activeElement).toBe(entryOf(3)));
  within(screen.getByRole("region", { name: "Notifications" })).getByText("Done");
  await decide(3, [item(1)]);
  await eventually(() => expect(document.activeElement).toBe(entryOf(1)));
  expect(screen.queryByText(/^The ↑ and ↓ keys/)).toBeNull();
  await decide(1, []);
  await eventually(() => expect(document.activeElement?.textContent).toBe("Nothing is here."));
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual(
    [2, 3, 1].map((id) => `/desk/things/${id}/approve`),
  );
});

test("a decision that is not taken gives the focus back, and the arrows in a field of an entry are the field's", async () => {
  show(() => ({ items: [item(1), item(2)], hasMore: false }));
  await screen.findByText("Thing 2");
  const approve = () => within(entryOf(1)!).getByRole("button", { name: "Now approve" });
  await tabTo(approve);
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "approve 1" });
  await user.keyboard("{Escape}");
  await eventually(() => expect(document.activeElement).toBe(approve()));
  const note = screen.getByLabelText("Note of 1");
  await user.click(note);
  await user.keyboard("{ArrowDown}{ArrowUp}{Control>}{ArrowDown}{/Control}");
  expect(document.activeElement).toBe(note);
});
