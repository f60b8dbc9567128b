import { screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, expect, test } from "vitest";
import { MyNumbersBar } from "#features/activations/components/my-numbers-bar.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

afterEach(() => cookie.remove("signed-in", { path: "/" }));

const user = { id: 3, email: "a@b.test", name: "A" };
const number = (id: number, state: string) => ({
  id,
  state,
  messages: [],
  secondsLeft: 60,
  cancellableInSeconds: 0,
});

test("a user with open numbers gets the way back to them; ended ones do not count", async () => {
  cookie.set("signed-in", "1");
  fakeApi(({ path }) =>
    path === "/users/me"
      ? { status: 200, body: user }
      : {
          status: 200,
          body: { activations: [number(1, "waiting"), number(2, "received"), number(3, "cancelled")] },
        },
  );
  renderIsland(<MyNumbersBar />, "ru");
  const link = await screen.findByRole("link", { name: "2 активных номера" });
  expect(link.getAttribute("href")).toBe("/ru/profile");
});

test("a guest is asked nothing and sees nothing", async () => {
  const requests = fakeApi(() => ({ status: 200, body: {} }));
  const { container } = renderIsland(<MyNumbersBar />);
  await waitFor(() => expect(container.innerHTML).toBe(""));
  expect(requests).toEqual([]);
});

test("a user who turned it off in the settings sees nothing and asks for nothing", async () => {
  cookie.set("signed-in", "1");
  const settings = { sound_on_code: true, info_on_active_purchases: false };
  const requests = fakeApi(() => ({
    status: 200,
    body: { ...user, dynamicFields: { custom_price: false, settings } },
  }));
  const { container } = renderIsland(<MyNumbersBar />);
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual(["/users/me"]));
  expect(container.innerHTML).toBe("");
});
