import { fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { expect, test } from "vitest";
import { DeadEndHelp } from "#features/community/stock-alerts/components/dead-end-help.island.tsx";
import { answering, pressReady, sent } from "#features/identity/captcha/open-form-suites.factory.ts";
import { DeadEndFrame } from "#features/pricing/dead-end.island.tsx";
import { refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const accepted = () => ({ status: 202, body: { status: "accepted" } });

function show(search: string, serviceId: number | null = 52) {
  renderIsland(
    <DeadEndFrame serviceId={serviceId} serviceName="Telegram" search={search}>
      <DeadEndHelp />
    </DeadEndFrame>,
  );
}
const press = () => pressReady("Tell me when numbers are back");

test.each([
  ["", "Telegram", { serviceId: 52, countryId: null }],
  ["chil", "Telegram, Chile", { serviceId: 52, countryId: 151 }],
])("a user is told of the service after one press (search %j)", async (search, what, body) => {
  cookie.set("signed-in", "1");
  const requests = answering(accepted);
  show(search);
  await press();
  await screen.findByText(`${what}: you get one email as soon as numbers are on sale again.`);
  expect(sent(requests)).toMatchObject([{ path: "/stock-alerts", body }]);
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a country without numbers can be waited for, and anything else asked for with it filled in", async () => {
  cookie.set("signed-in", "1");
  const requests = answering(accepted);
  renderIsland(
    <DeadEndFrame serviceId={null} serviceName="" search="Chile" countryId={151}>
      <DeadEndHelp />
    </DeadEndFrame>,
  );
  await press();
  await screen.findByText("Chile: you get one email as soon as numbers are on sale again.");
  expect(sent(requests)).toMatchObject([
    { path: "/stock-alerts", body: { serviceId: null, countryId: 151 } },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Request something else" }));
  const chosen = await screen.findByLabelText(/Desired country/);
  await waitFor(() => expect((chosen as HTMLSelectElement).value).toBe("151"));
});

test("the focus stays on what a press has led to: the accepted alert, and the form of other requests", async () => {
  cookie.set("signed-in", "1");
  answering(accepted);
  show("");
  await press();
  const words = await screen.findByText("We will tell you");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
  const other = screen.getByRole("button", { name: "Request something else" });
  other.focus();
  fireEvent.click(other);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Website address/)));
});

test("a guest is asked for an address, and nothing is sent without one", async () => {
  const requests = answering(accepted);
  show("");
  await screen.findByLabelText(/Email/);
  await press();
  await screen.findByText("Required to fill in");
  expect(sent(requests)).toEqual([]);
});

test("what is missing instead can be asked for in words at the same place", async () => {
  answering(accepted);
  show("");
  fireEvent.click(await screen.findByRole("button", { name: "Request something else" }));
  await screen.findByLabelText(/Website address/);
});

test("a refusal says that nothing was sent, and the button stays", async () => {
  cookie.set("signed-in", "1");
  answering(() => refusal(429, "TOO_MANY_ATTEMPTS", "Too many attempts"));
  show("");
  await press();
  expect((await screen.findByRole("alert")).textContent).toContain("Too many attempts");
  screen.getByRole("button", { name: "Tell me when numbers are back" });
});

test.each([
  ["a country that nobody knows", 52, "atlantis"],
  ["what is no service of the catalogue", null, ""],
])("the form for other wishes is shown for %s", async (_, serviceId, search) => {
  answering(accepted);
  show(search, serviceId);
  await screen.findByLabelText(/Website address/);
});
