import { beforeEach, expect, test, vi } from "vitest";

const asked = vi.hoisted(() => ({ cookie: "", experiments: [] as string[] }));

vi.mock("next/headers", () => ({ headers: async () => new Headers({ cookie: asked.cookie }) }));
vi.mock("next/navigation", () => ({
  redirect: (target: string) => {
    throw new Error(`redirect to ${target}`);
  },
}));
vi.mock("#features/identity/identity.loaders.ts", () => ({ redirectSignedIn: async () => {} }));
vi.mock("#features/payments/payments.loaders.ts", () => ({
  loadWish: async () => ({ methods: [], context: { service: "tg", country: 6 }, purchase: null }),
}));
vi.mock("#lib/env.ts", async (original) => {
  const real = await original<typeof import("#lib/env.ts")>();
  const experiments = { get: () => asked.experiments };
  return { ...real, env: Object.defineProperty({ ...real.env }, "EXPERIMENTS", experiments) };
});
const { loadGuestPay } = await import("#features/payments/guests/guests.loaders.ts");

beforeEach(() => Object.assign(asked, { cookie: "", experiments: [] }));

/** Whether the page is shown to a guest with these cookies. */
async function isShown(cookie: string, experiments: string[] = []): Promise<boolean> {
  Object.assign(asked, { cookie, experiments });
  try {
    await loadGuestPay("en", { service: "tg", country: "6" });
    return true;
  } catch (error) {
    expect(String(error)).toContain("redirect to /registration?goback=1&to=%2Fprofile%2Fpay");
    return false;
  }
}

test("the pay page of guests is for who was tossed for it, while the operator runs the experiment", async () => {
  expect(await isShown("a=b; ab-payment-test=true", ["ab-payment-test"])).toBe(true);
  expect(await isShown("a=b; ab-payment-test=true", ["ab-hide-rub"])).toBe(false);
  expect(await isShown("a=b; ab-payment-test=false", ["ab-payment-test"])).toBe(false);
});

test("the pay page of guests is for who has the cookie of the staff's link, without any experiment", async () => {
  expect(await isShown("a=b; payment-test=1")).toBe(true);
  expect(await isShown("a=b")).toBe(false);
});
