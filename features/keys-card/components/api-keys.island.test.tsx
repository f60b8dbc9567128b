import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import type { OwnKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { ApiKeys } from "#features/keys-card/components/api-keys.island.tsx";
import { locales } from "#lib/i18n/locales.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const BASE = "https://smsden.test/stubs/handler_api.php";
const SECRET = `sd_live_${"0123456789".repeat(4)}`;

const key = (id: number, wish: Partial<OwnKeyView> = {}): OwnKeyView => ({
  id,
  kind: "live",
  name: `Bot ${id}`,
  masked: "sd_live_012345••••••",
  scopes: ["read", "buy"],
  dailyLimitKopecks: null,
  priceCapKopecks: null,
  serviceIds: null,
  countryIds: null,
  networks: null,
  types: "standard",
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: null,
  lastUsedAt: null,
  isReplaced: false,
  calls: { lastDay: 0, last30Days: 0 },
  callsByName: [],
  ...wish,
});
const legacy = key(9, { kind: "legacy", name: "", masked: "012345••••••" });

const countries = [
  { external_id: 6, name: "Indonesia" },
  { external_id: 8, name: "Kenya" },
];

/** Answers lists by itself; what changes keys is up to the test. */
function withKeys(
  now: () => OwnKeyView[],
  respond: (request: FakeRequest) => ReturnType<Parameters<typeof fakeApi>[0]>,
) {
  return fakeApi((request) => {
    if (request.method !== "GET") return respond(request);
    if (request.path === "/users/api-keys") return { status: 200, body: now() };
    if (request.path === "/country") return { status: 200, body: countries };
    return {
      status: 200,
      body: [{ id: 52, name: "Telegram" }],
      headers: { "x-pagination-page-count": "1" },
    };
  });
}
const nothing = () => refusal(500, "SERVER_ERROR", "x");
const changes = (requests: FakeRequest[]) =>
  requests.filter(({ method }) => method !== "GET").map(({ method, path, body }) => ({ method, path, body }));
const click = (name: string) => user.click(screen.getByRole("button", { name }));
/** The first one is loaded when it is asked for. */
const dialog = () => screen.findByRole("dialog", undefined, { timeout: 10_000 });
const confirm = async (name: string) => user.click(within(await dialog()).getByRole("button", { name }));

beforeEach(() => useToasts.setState({ list: [] }));

describe("the list", () => {
  test("says in words what each key is and may do, when it was used and how often it called", async () => {
    withKeys(
      () => [
        key(1, {
          name: "Warehouse",
          dailyLimitKopecks: 50_000,
          priceCapKopecks: 1_500,
          serviceIds: [52],
          countryIds: [6, 8],
          networks: ["203.0.113.0/24"],
          types: "strict",
          expiresAt: "2026-12-24T10:00:00.000Z",
          lastUsedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
          calls: { lastDay: 1, last30Days: 12_345 },
        }),
        key(2, { kind: "sandbox", isReplaced: true }),
        legacy,
      ],
      nothing,
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    const first = (await screen.findByText("Warehouse")).closest("li") as HTMLElement;
    for (const fact of [
      "Live",
      "sd_live_012345••••••",
      "May: read and buy numbers",
      "Up to 500,00\u00a0₽ per day",
      "Up to 15,00\u00a0₽ per order",
      "Only from 203.0.113.0/24",
      "Answers of handler_api.php: one type per field, for Go and C#",
      "5 minutes ago",
      "1 call in the last 24 hours, 12\u00a0345 in 30 days",
    ])
      within(first).getByText(fact, { normalizer: (text) => text });
    await within(first).findByText("Services: Telegram");
    await within(first).findByText("Countries: Indonesia and Kenya");
    within(first).getByText(/^Expires on 12-24-2026/);
    const replaced = screen.getByText("Bot 2").closest("li") as HTMLElement;
    within(replaced).getByText("Sandbox");
    expect(replaced.textContent).not.toContain("24 hours");
    expect(replaced.textContent).not.toContain("handler_api.php");
    within(replaced).getByText("Replaced");
    expect(
      within(replaced)
        .getAllByRole("button")
        .map((one) => one.textContent),
    ).toEqual(["Revoke"]);
    const old = screen.getByText("Key for existing bots").closest("li") as HTMLElement;
    expect(
      within(old)
        .getAllByRole("button")
        .map((one) => one.textContent),
    ).toEqual(["Replace", "Revoke"]);
    expect(screen.queryByRole("button", { name: "Create a key for existing bots" })).toBeNull();
  });

  test("is empty in words, and one that cannot be read can be asked for again", async () => {
    let isDown = true;
    fakeApi(() => (isDown ? refusal(503, "UNAVAILABLE", "Come back later.") : { status: 200, body: [] }));
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("Come back later.");
    isDown = false;
    await click("Retry");
    await screen.findByText("No keys yet.");
    screen.getByText(`curl "${BASE}?action=getBalance&api_key=YOUR_API_KEY"`);
  });

  test("tells which calls each key made by their names and how often, and nothing of one that made none", async () => {
    const callsByName = [
      { call: "getStatus", calls: 12_000 },
      { call: "GET /api/v1/activations/{id}", calls: 345 },
    ];
    withKeys(() => [key(1, { callsByName }), legacy], nothing);
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await user.click(await screen.findByText("Calls by name, 30 days"));
    const made = screen.getByRole("list", { name: "Calls by name, 30 days: Bot 1" });
    expect(
      within(made)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["getStatus12\u00a0000", "GET /api/v1/activations/{id}345"]);
    expect(screen.getAllByRole("list", { name: /^Calls by name/, hidden: true })).toHaveLength(1);
  });

  test.each(locales)("has all its words in %s", async (locale) => {
    const calls = { calls: { lastDay: 0, last30Days: 5 }, callsByName: [{ call: "getStatus", calls: 5 }] };
    const used = { lastUsedAt: "2026-11-24T10:00:00.000Z", ...calls };
    withKeys(() => [key(1, { expiresAt: "2026-12-24T10:00:00.000Z", ...used }), legacy], nothing);
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />, locale);
    await screen.findByText("Bot 1");
    expect(document.body.textContent).not.toContain("buyerApi.");
  });
});

describe("a key", () => {
  test("is made with its limits, shown once, and stands in the example", async () => {
    let list: OwnKeyView[] = [];
    const requests = withKeys(
      () => list,
      () => {
        list = [key(1)];
        return { status: 201, body: { id: 1, key: SECRET } };
      },
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("No keys yet.");
    await click("Create a key");
    const form = within(await dialog());
    await user.type(form.getByLabelText("Name"), "Warehouse");
    await user.selectOptions(form.getByLabelText("Kind"), "sandbox");
    await user.click(form.getByRole("checkbox", { name: "rent numbers" }));
    await user.click(form.getByRole("checkbox", { name: "buy accounts" }));
    await user.type(form.getByLabelText("Daily limit, ₽"), "99,5");
    await user.type(form.getByLabelText("Services: Search"), "tele");
    await user.click(await form.findByLabelText("Add Telegram", undefined, { timeout: 10_000 }));
    await user.type(form.getByLabelText("Countries: Search"), "ken");
    await user.click(await form.findByLabelText("Add Kenya", undefined, { timeout: 10_000 }));
    form.getByRole("button", { name: "Remove Kenya" });
    await user.type(form.getByLabelText("Addresses"), "203.0.113.7");
    await user.selectOptions(form.getByLabelText("Answers of handler_api.php"), "as SMSHub answers");
    await confirm("Create the key");
    expect((await screen.findByTestId("fresh-key")).textContent).toBe(SECRET);
    expect(changes(requests)).toEqual([
      {
        method: "POST",
        path: "/users/api-keys",
        body: {
          ...{ kind: "sandbox", name: "Warehouse", scopes: ["read", "buy"], dailyLimitKopecks: 9_950 },
          ...{ priceCapKopecks: null, serviceIds: [52], countryIds: [8], networks: ["203.0.113.7"] },
          types: "smshub",
          expiresAt: null,
        },
      },
    ]);
    screen.getByText(`curl "${BASE}?action=getBalance&api_key=${SECRET}"`);
    screen.getByRole("button", { name: "Copy the key" });
    await screen.findByText("Bot 1");
  });

  test("is told what is wrong under the field: by the form before sending, by the API after", async () => {
    const requests = withKeys(
      () => [],
      () => refusal(400, "NETWORK_INVALID", "10.0.0.1/8 is no network."),
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("No keys yet.");
    await click("Create a key");
    const form = within(await dialog());
    await user.type(form.getByLabelText("Limit per order, ₽"), "0");
    await confirm("Create the key");
    await form.findByText("Give the key a name");
    form.getByText("Enter an amount above zero such as 100 or 99,50");
    expect(changes(requests)).toEqual([]);
    await user.type(form.getByLabelText("Name"), "Bot");
    await user.clear(form.getByLabelText("Limit per order, ₽"));
    await user.type(form.getByLabelText("Addresses"), "10.0.0.1/8");
    await user.type(form.getByLabelText("Password"), "secret phrase");
    await confirm("Create the key");
    await form.findByText("10.0.0.1/8 is no network.");
    expect((form.getByLabelText("Name") as HTMLInputElement).value).toBe("Bot");
  });

  test("that can spend asks for the password under the form, and one of a sandbox or for reading does not", async () => {
    const requests = withKeys(
      () => [],
      () => refusal(403, "PASSWORD_WRONG", "The current password is wrong."),
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("No keys yet.");
    await click("Create a key");
    const form = within(await dialog());
    await user.type(form.getByLabelText("Name"), "Bot");
    await confirm("Create the key");
    await form.findByText("Required to fill in");
    expect(changes(requests)).toEqual([]);
    await user.type(form.getByLabelText("Password"), "guess");
    await confirm("Create the key");
    await form.findByText("The current password is wrong.");
    expect(changes(requests)).toMatchObject([{ body: { kind: "live", password: "guess" } }]);
    await user.selectOptions(form.getByLabelText("Kind"), "sandbox");
    expect(form.queryByLabelText("Password")).toBeNull();
    await user.selectOptions(form.getByLabelText("Kind"), "live");
    for (const scope of ["buy numbers", "rent numbers", "buy accounts"])
      await user.click(form.getByRole("checkbox", { name: scope }));
    expect(form.queryByLabelText("Password")).toBeNull();
    await confirm("Create the key");
    await waitFor(() => expect(changes(requests)).toHaveLength(2));
    expect(changes(requests)[1]?.body).not.toHaveProperty("password");
  });

  test("that can spend leads an account without a password to where it sets one", async () => {
    withKeys(() => [key(1)], nothing);
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword={false} />);
    await screen.findByText("Bot 1");
    await click("Replace Bot 1");
    const link = within(await dialog()).getByRole("link", { name: "Set a password" });
    expect(link.getAttribute("href")).toBe("/request-password");
    expect(screen.queryByLabelText("Password")).toBeNull();
  });

  test("is changed from what it is, and its chosen services can be taken away", async () => {
    const requests = withKeys(
      () => [key(1, { serviceIds: [52], priceCapKopecks: 1_500, types: "plain" })],
      () => ({ status: 200, body: { status: "changed" } }),
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("Bot 1");
    await click("Change Bot 1");
    const form = within(await dialog());
    expect(form.queryByLabelText("Kind")).toBeNull();
    await user.click(await form.findByLabelText("Remove Telegram", undefined, { timeout: 10_000 }));
    await confirm("Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(changes(requests)).toMatchObject([
      {
        method: "PUT",
        path: "/users/api-keys/1",
        body: {
          name: "Bot 1",
          priceCapKopecks: 1_500,
          serviceIds: null,
          types: "plain",
          scopes: ["read", "buy"],
        },
      },
    ]);
    expect(screen.queryByTestId("fresh-key")).toBeNull();
  });

  test("is replaced with the overlap that is chosen, and ended after a question", async () => {
    const requests = withKeys(
      () => [key(1)],
      ({ method }) =>
        method === "POST"
          ? { status: 201, body: { id: 2, key: SECRET } }
          : { status: 200, body: { status: "ended" } },
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("Bot 1");
    await click("Replace Bot 1");
    await user.selectOptions(await screen.findByLabelText("The old key keeps working for"), "72 hours");
    await confirm("Replace");
    await screen.findByText("Required to fill in");
    await user.type(screen.getByLabelText("Password"), "secret phrase");
    await confirm("Replace");
    expect((await screen.findByTestId("fresh-key")).textContent).toBe(SECRET);
    await click("Revoke Bot 1");
    await confirm("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await click("Revoke Bot 1");
    await confirm("Revoke");
    await waitFor(() =>
      expect(changes(requests)).toEqual([
        {
          method: "POST",
          path: "/users/api-keys/1/rotate",
          body: { overlapHours: 72, password: "secret phrase" },
        },
        { method: "DELETE", path: "/users/api-keys/1", body: undefined },
      ]),
    );
    await waitFor(() => expect(screen.queryByTestId("fresh-key")).toBeNull());
  });

  test("of 32 characters is one of them: made, replaced and ended by its own calls", async () => {
    let list: OwnKeyView[] = [];
    const requests = withKeys(
      () => list,
      ({ method }) => {
        list = method === "POST" ? [legacy] : [];
        return method === "POST"
          ? { status: 201, body: { apiKey: "0123456789abcdef0123456789abcdef" } }
          : { status: 200, body: { status: "removed" } };
      },
    );
    renderIsland(<ApiKeys baseUrl={BASE} hasPassword />);
    await screen.findByText("No keys yet.");
    await click("Create a key for existing bots");
    await dialog();
    await user.type(screen.getByLabelText("Password"), "secret phrase");
    await confirm("Create the key");
    expect((await screen.findByTestId("fresh-key")).textContent).toMatch(/^[0-9a-f]{32}$/);
    await screen.findByText("Key for existing bots");
    await click("Replace Key for existing bots");
    expect(within(await dialog()).queryByRole("combobox")).toBeNull();
    await user.type(screen.getByLabelText("Password"), "secret phrase");
    await confirm("Replace");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await click("Revoke Key for existing bots");
    await confirm("Revoke");
    await screen.findByText("No keys yet.");
    expect(changes(requests).map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /users/api-key",
      "POST /users/api-key",
      "DELETE /users/api-key",
    ]);
  });
});
