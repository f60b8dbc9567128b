import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { PushCard } from "#features/notifications/push/push-card.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const subscription = { endpoint: "https://fcm.googleapis.com/a", keys: { p256dh: "k", auth: "a" } };

/** A browser with service workers; `permission` is what its owner says to notifications. */
function givenBrowser(permission: NotificationPermission) {
  const unsubscribe = vi.fn(async () => true);
  let current: object | null = null;
  const subscribe = vi.fn(async () => {
    current = { unsubscribe, toJSON: () => subscription };
    return current;
  });
  const worker = { pushManager: { getSubscription: async () => current, subscribe } };
  const register = vi.fn(async () => worker);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default", requestPermission: async () => permission });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { register, ready: Promise.resolve(worker), getRegistration: async () => worker },
  });
  return { subscribe, unsubscribe };
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

function givenApi(publicKey: string | null = "BKey") {
  let isOn = false;
  return fakeApi(({ method }) => {
    if (method !== "GET") isOn = method === "PUT";
    return { status: 200, body: { publicKey, isOn } };
  });
}

test("a browser is told of codes after its owner agrees, and no more when it is turned off", async () => {
  const browser = givenBrowser("granted");
  const requests = givenApi();
  renderIsland(<PushCard />);
  const control = await screen.findByRole<HTMLInputElement>("switch", { name: "Notify this browser" });
  await userEvent.click(control);
  await waitFor(() => expect(control.checked).toBe(true));
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "BKey" });
  expect(requests.at(-1)).toMatchObject({ method: "PUT", path: "/push-subscription", body: subscription });
  await userEvent.click(control);
  await waitFor(() => expect(control.checked).toBe(false));
  expect(requests.at(-1)).toMatchObject({ method: "DELETE" });
  expect(browser.unsubscribe).toHaveBeenCalled();
});

test("an owner who says no to notifications subscribes to nothing", async () => {
  const browser = givenBrowser("denied");
  const requests = givenApi();
  renderIsland(<PushCard />);
  const control = await screen.findByRole<HTMLInputElement>("switch");
  await userEvent.click(control);
  await waitFor(() => expect(control.disabled).toBe(false));
  expect(control.checked).toBe(false);
  expect(browser.subscribe).not.toHaveBeenCalled();
  expect(requests.map(({ method }) => method)).toEqual(["GET"]);
});

test("a browser without push says what to do, and a site without a key shows no card", async () => {
  givenApi();
  const { unmount } = renderIsland(<PushCard />);
  await screen.findByText(/add the site to the home screen first/);
  expect(screen.queryByRole("switch")).toBeNull();
  unmount();
  givenBrowser("granted");
  givenApi(null);
  const { container } = renderIsland(<PushCard />);
  await waitFor(() => expect(container.querySelector("section")).toBeNull());
});

test("a card that cannot be read says so and can be asked for again", async () => {
  givenBrowser("granted");
  fakeApi(() => refusal(503, "UNAVAILABLE", "away"));
  renderIsland(<PushCard />);
  await screen.findByRole("button", { name: "Retry" });
});
