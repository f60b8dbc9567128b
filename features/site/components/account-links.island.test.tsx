import { screen } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, expect, test } from "vitest";
import { BalanceLine } from "#features/site/components/account-links.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

afterEach(() => cookie.remove("signed-in", { path: "/" }));

function withBalance(balanceRub: number, threshold: string | null) {
  cookie.set("signed-in", "1");
  const settings = {
    sound_on_code: true,
    info_on_active_purchases: true,
    lower_balance_threshold: threshold,
  };
  fakeApi(({ path }) =>
    path === "/users/me"
      ? {
          status: 200,
          body: { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, settings } },
        }
      : { status: 200, body: balanceRub },
  );
  renderIsland(<BalanceLine />);
}

test("a balance below the user's threshold is marked in words", async () => {
  withBalance(99.49, "99.50");
  await screen.findByText("low");
  screen.getByText(/99,49/);
});

test.each([[99.5, "99.50"] as const, [0, null] as const])(
  "a balance of %s is not marked below %s",
  async (balance, threshold) => {
    withBalance(balance, threshold);
    await screen.findByText(/,\d\d/);
    expect(screen.queryByText("low")).toBeNull();
  },
);
