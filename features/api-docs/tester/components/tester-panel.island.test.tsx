import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MethodTester } from "#features/api-docs/tester/components/method-tester.island.tsx";
import TesterPanel from "#features/api-docs/tester/components/tester-panel.island.tsx";
import { methodOfAction, methodOfEndpoint } from "#features/api-docs/tester/methods.rules.ts";
import { useTester } from "#features/api-docs/tester/tester.client.ts";
import type { TesterMethod } from "#features/api-docs/tester/tester.rules.ts";
import { createWebhookEndpoint } from "#features/notifications/webhooks/webhooks.contract.ts";
import { extendRentalEndpoint, rentNumberEndpoint } from "#features/rentals/rentals.contract.ts";
import { cookies } from "#lib/cookies.ts";
import { locales } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const ORIGIN = "https://smsden.test";
const SANDBOX = `test${"0123456789abcdef".repeat(2).slice(0, 28)}`;
const LIVE = `sd_live_${"0123456789".repeat(4)}`;

type Sent = { url: string; init: RequestInit & { headers: [string, string][] } };

/** Answers the calls that the forms send, and keeps them; the site's own go on to `withSite`. */
function withAnswers(...answers: (Response | (() => Promise<Response>))[]): Sent[] {
  const sent: Sent[] = [];
  const site = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: Sent["init"]) => {
    if (!Array.isArray(init.headers)) return site(url, init);
    sent.push({ url, init });
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    return typeof next === "function" ? next() : Promise.resolve(next.clone());
  });
  return sent;
}
const text = (body: string, init: ResponseInit = {}) =>
  new Response(body, { headers: { "content-type": "text/plain" }, ...init });

/** Lists for the pickers, and who is signed in. */
function withSite(me: "guest" | "user" = "user") {
  if (me === "user") cookie.set(cookies.signedIn.name, "1");
  else cookie.remove(cookies.signedIn.name);
  return fakeApi(({ method, path }) => {
    if (path === "/users/me") return { status: 200, body: { id: 1, email: "a@b.c", name: "A" } };
    if (path === "/country")
      return {
        status: 200,
        body: [{ external_id: 6, name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" }],
      };
    if (path === "/service")
      return { status: 200, body: [{ id: 52, external_id: "tg", name: "Telegram", icon: null }] };
    if (method === "POST" && path === "/users/api-keys")
      return { status: 201, body: { id: 1, key: SANDBOX } };
    return refusal(404, "NOT_FOUND", path);
  });
}
const open = (method: TesterMethod | null, locale?: (typeof locales)[number]) =>
  renderIsland(<TesterPanel method={method!} origin={ORIGIN} />, locale);
const click = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const field = (name: RegExp) => screen.getByRole("textbox", { name });
const code = () => screen.getByRole("figure", { name: "The same request in code" }).textContent ?? "";

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  sessionStorage.clear();
  useTester.setState({ key: "", made: {} });
  withSite();
});

describe("sending", () => {
  test("goes with the key alone, to our own API, and shows status, time, headers and body", async () => {
    useTester.getState().putKey(SANDBOX);
    const sent = withAnswers(
      text('{"a":1}', { headers: { "content-type": "application/json", "x-request-id": "r-1" } }),
    );
    open(methodOfAction("getActiveActivations"));
    await click("Send request");
    await screen.findByTestId("tester-status");
    expect(screen.getByTestId("tester-status").textContent).toBe("200");
    expect(screen.getByTestId("tester-time").textContent).toMatch(/^\d+ ms$/);
    expect(screen.getByRole("figure", { name: "Body" }).textContent).toContain('{\n  "a": 1\n}');
    expect(screen.getByText("x-request-id").nextSibling?.textContent).toBe("r-1");
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe("/stubs/handler_api.php?action=getActiveActivations");
    expect(sent[0]?.init).toMatchObject({
      method: "GET",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    expect(sent[0]?.init.headers).toEqual([["Authorization", `Bearer ${SANDBOX}`]]);
  });

  test("is announced, also when it is refused, with a link to what the refusal means", async () => {
    useTester.getState().putKey(SANDBOX);
    withAnswers(text("NO_NUMBERS"));
    open(methodOfAction("getBalance"));
    await click("Send request");
    await waitFor(() =>
      expect(screen.getAllByRole("status").map((one) => one.textContent)).toContainEqual(
        expect.stringMatching(/^Refused: NO_NUMBERS, status 200 after \d+ ms$/),
      ),
    );
    expect(
      screen.getByRole("link", { name: "What NO_NUMBERS means and what to do" }).getAttribute("href"),
    ).toBe("/docs/errors/no-numbers");
  });

  test("does not begin without a key or a parameter that it needs, and says which", async () => {
    const sent = withAnswers(text("x"));
    open(methodOfAction("getStatus"));
    await click("Send request");
    await screen.findByText("Enter a key or create a sandbox key.");
    expect(document.activeElement).toBe(screen.getByLabelText("API key"));
    await user.type(screen.getByLabelText("API key"), SANDBOX);
    await click("Send request");
    await screen.findByText("Required to fill in");
    expect(document.activeElement).toBe(field(/^id/));
    await user.type(field(/^id/), "17");
    await click("Send request");
    await screen.findByTestId("tester-status");
    expect(sent.map(({ url }) => url)).toEqual(["/stubs/handler_api.php?action=getStatus&id=17"]);
  });

  test("refuses a key that fits no header before it is sent", async () => {
    const sent = withAnswers(text("x"));
    open(methodOfAction("getBalance"));
    await user.type(screen.getByLabelText("API key"), "ключ");
    await click("Send request");
    await screen.findByText("A key consists of Latin letters, digits and signs without spaces.");
    expect(sent).toEqual([]);
  });

  test("can be stopped, and a line that is down is told as such", async () => {
    useTester.getState().putKey(SANDBOX);
    const hanging = vi.fn(
      (signal: AbortSignal) =>
        new Promise<Response>((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
        ),
    );
    vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => hanging(signal!));
    open(methodOfAction("getBalance"));
    await click("Send request");
    await click("Stop");
    expect((await screen.findAllByText(/^Stopped\./)).length).toBeGreaterThan(0);
    withAnswers(() => Promise.reject(new TypeError("failed")));
    await click("Send request");
    expect((await screen.findAllByText(/^No answer arrived\./)).length).toBeGreaterThan(0);
  });
});

describe("money", () => {
  test("a live key asks before it pays, and nothing is sent when the answer is no", async () => {
    useTester.getState().putKey(LIVE);
    const sent = withAnswers(text("ACCESS_NUMBER:1:2"));
    open(methodOfAction("getNumber"));
    await click("Send request");
    const dialog = await screen.findByRole("dialog", { name: "This spends money" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    await click("Send request");
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Send and pay" }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test("a sandbox key never asks; what costs nothing asks no live key either", async () => {
    const sent = withAnswers(text("ACCESS_NUMBER:1:2"));
    useTester.getState().putKey(SANDBOX);
    const { unmount } = open(methodOfAction("getNumber"));
    await click("Send request");
    await waitFor(() => expect(sent).toHaveLength(1));
    unmount();
    useTester.getState().putKey(LIVE);
    open(methodOfAction("getBalance"));
    await click("Send request");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the key", () => {
  test("is kept in this tab's session and nowhere else, and stands in no address", async () => {
    open(methodOfAction("getBalance"));
    await user.type(screen.getByLabelText("API key"), LIVE);
    expect(sessionStorage.getItem("api-tester")).toBe(JSON.stringify({ key: LIVE, made: {} }));
    expect(JSON.stringify(localStorage)).not.toContain(LIVE);
    expect(document.cookie).not.toContain(LIVE);
    expect(location.href).not.toContain(LIVE);
    await user.clear(screen.getByLabelText("API key"));
    expect(sessionStorage.getItem("api-tester")).toBeNull();
  });

  test("a live one is hidden and stays out of the examples until its owner asks", async () => {
    useTester.getState().putKey(LIVE);
    open(methodOfAction("getBalance"));
    expect(screen.getByLabelText("API key").getAttribute("type")).toBe("password");
    expect(code()).toContain("YOUR_API_KEY");
    expect(code()).not.toContain(LIVE);
    await user.click(screen.getByRole("checkbox", { name: "Put my key into the code" }));
    expect(code()).toContain(LIVE);
    await click("Show the key");
    expect(screen.getByLabelText("API key").getAttribute("type")).toBe("text");
  });

  test("of the sandbox is made with one press, without limits of its own and for a week", async () => {
    const requests = withSite();
    open(methodOfAction("getBalance"));
    await user.click(await screen.findByRole("button", { name: "Create a sandbox key" }));
    await waitFor(() => expect((screen.getByLabelText("API key") as HTMLInputElement).value).toBe(SANDBOX));
    screen.getByText("Sandbox: no money");
    expect(code()).toContain(SANDBOX);
    const made = requests.find(({ method }) => method === "POST")?.body as Record<string, unknown>;
    expect(made).toMatchObject({
      kind: "sandbox",
      scopes: ["read", "buy", "rent", "accounts"],
      networks: null,
    });
    const days = (new Date(made.expiresAt as string).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    expect(screen.queryByRole("button", { name: "Create a sandbox key" })).toBeNull();
  });

  test("that cannot be made says why and where keys are", async () => {
    cookie.set(cookies.signedIn.name, "1");
    fakeApi(({ path }) =>
      path === "/users/me"
        ? { status: 200, body: { id: 1 } }
        : refusal(409, "KEY_LIMIT_REACHED", "You have 20 keys already."),
    );
    open(methodOfAction("getBalance"));
    await user.click(await screen.findByRole("button", { name: "Create a sandbox key" }));
    await screen.findByText(/You have 20 keys already/);
    expect(screen.getByRole("link", { name: "Manage keys" }).getAttribute("href")).toContain(
      "/profile/settings/api",
    );
  });

  test("of guests is behind registration", async () => {
    withSite("guest");
    open(methodOfAction("getBalance"));
    const link = await screen.findByRole("link", { name: "Register" });
    expect(link.getAttribute("href")).toBe("/registration?goback=1&to=%2F");
  });

  test("is not asked for where none is needed, nor where only a session counts", async () => {
    const sent = withAnswers(text("{}", { status: 201 }));
    const { unmount } = open(methodOfAction("getCountries"));
    screen.getByText("This call needs no key.");
    expect(screen.queryByLabelText("API key")).toBeNull();
    unmount();
    useTester.getState().putKey(LIVE);
    open({ ...methodOfEndpoint(createWebhookEndpoint)!, fields: [] });
    screen.getByText(/^Keys cannot make this call/);
    await click("Send request");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.init.credentials).toBe("same-origin");
    expect(JSON.stringify(sent[0]?.init.headers)).not.toContain(LIVE);
    expect(code()).toContain("YOUR_SESSION_TOKEN");
  });
});

describe("the form", () => {
  test("picks services and countries by name and sends their codes", async () => {
    useTester.getState().putKey(SANDBOX);
    const sent = withAnswers(text("ok"));
    open(methodOfAction("getPrices"));
    await user.type(screen.getByRole("combobox", { name: /^country/ }), "indo");
    await user.click(await screen.findByRole("option", { name: /Indonesia/ }));
    await user.click(screen.getByRole("combobox", { name: /^service/ }));
    await user.click(await screen.findByRole("option", { name: /Telegram/ }));
    screen.getByText("Telegram");
    await click("Send request");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.url).toBe("/stubs/handler_api.php?action=getPrices&service=tg&country=6");
  });

  test("can be filled in and sent by keyboard alone: Enter picks, and sends where nothing is to be picked", async () => {
    useTester.getState().putKey(SANDBOX);
    const sent = withAnswers(text("ok"));
    open(methodOfAction("getPrices"));
    const country = screen.getByRole("combobox", { name: /^country/ }) as HTMLInputElement;
    country.focus();
    await user.keyboard("indo");
    await screen.findByRole("option", { name: /Indonesia/ });
    await user.keyboard("{ArrowDown}{Enter}");
    expect(country.value).toBe("6");
    expect(sent).toHaveLength(0);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.url).toBe("/stubs/handler_api.php?action=getPrices&country=6");
  });

  test("takes the number that was bought to the next call", async () => {
    useTester.getState().putKey(SANDBOX);
    withAnswers(text("ACCESS_NUMBER:900000001:628"));
    const { unmount } = open(methodOfAction("getNumber"));
    await click("Send request");
    await screen.findByTestId("tester-status");
    unmount();
    open(methodOfAction("getStatus"));
    expect((field(/^id/) as HTMLInputElement).value).toBe("900000001");
    await user.clear(field(/^id/));
    expect((field(/^id/) as HTMLInputElement).value).toBe("");
  });

  test("writes carry an Idempotency-Key that stays, is renewed by hand, and by itself for another request", async () => {
    useTester.getState().putKey(SANDBOX);
    const sent = withAnswers(text("{}"));
    open(methodOfEndpoint(extendRentalEndpoint));
    const keyField = () => (field(/Idempotency-Key/) as HTMLInputElement).value;
    await user.type(field(/^id/), "7");
    await user.type(field(/^amount/), "4");
    const first = keyField();
    await click("Send request");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.url).toBe("/api/rentals/7/extend");
    expect(sent[0]?.init.headers).toContainEqual(["Idempotency-Key", first]);
    expect(keyField()).toBe(first);
    await click("Renew");
    const second = keyField();
    expect(second).not.toBe(first);
    await click("Send request");
    await waitFor(() => expect(sent).toHaveLength(2));
    await user.type(field(/^amount/), "0");
    expect(keyField()).not.toBe(second);
  });

  test("folds what is optional and says what each parameter takes", () => {
    open(methodOfEndpoint(rentNumberEndpoint));
    const more = screen.getByText("3 more parameters").closest("details")!;
    expect(more.open).toBe(false);
    within(more).getByText("one of, without it: hours");
    screen.getByText("number, 1–672");
    screen.getByText("service code");
  });

  test("long answers are folded, and more of them is shown on demand", async () => {
    useTester.getState().putKey(SANDBOX);
    withAnswers(text(JSON.stringify(Array.from({ length: 100 }, (_, index) => index))));
    open(methodOfAction("getPrices"));
    await click("Send request");
    const body = () => screen.getByRole("figure", { name: "Body" }).textContent ?? "";
    await screen.findByTestId("tester-status");
    expect(body()).not.toContain("99");
    await click("Show more");
    expect(body()).toContain("99");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("shows the call in four languages as it stands in the form", async () => {
    open(methodOfAction("getStatus"));
    await user.type(field(/^id/), "it's");
    expect(code()).toContain("curl 'https://smsden.test/stubs/handler_api.php?action=getStatus&id=it%27s'");
    for (const [name, sign] of [
      ["JavaScript", "await fetch("],
      ["Python", "import requests"],
      ["PHP", "curl_init("],
    ] as const) {
      await click(name);
      expect(code()).toContain(sign);
    }
  });
});

test("the button opens and closes the form and keeps what was typed", async () => {
  renderIsland(<MethodTester method={methodOfAction("getStatus")} origin={ORIGIN} />);
  const button = screen.getByRole("button", { name: /Test this method/ });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await user.click(button);
  await user.type(await screen.findByRole("textbox", { name: /^id/ }, { timeout: 10_000 }), "5");
  await user.click(button);
  expect(screen.queryByRole("textbox", { name: /^id/ })).toBeNull();
  await user.click(button);
  expect((field(/^id/) as HTMLInputElement).value).toBe("5");
});

test.each(locales)("every word is there in %s", async (locale) => {
  useTester.getState().putKey(LIVE);
  withAnswers(text("NO_KEY"));
  const { container } = open(methodOfAction("getNumber"), locale);
  expect(container.textContent).not.toMatch(/buyerApi\./);
  expect(container.textContent).not.toMatch(/[{}]/);
});
