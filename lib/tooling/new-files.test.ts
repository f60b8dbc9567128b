import { expect, test } from "vitest";
import { Draft, readFrom } from "#lib/tooling/new-files.ts";
import { planPage } from "#lib/tooling/new-page.ts";
import { planFeature, planJob, planProvider } from "#lib/tooling/new-server-files.ts";
import { ROOT } from "#lib/tooling/source-files.ts";

const read = readFrom(ROOT);

test("what cannot be made is refused with what to type instead, and nothing is planned", () => {
  expect(() => planPage("profile/Gift Cards", read)).toThrow("profile/gift-cards");
  expect(() => planPage("profile/settings", read)).toThrow("is there already");
  expect(() => planPage("desk/gifts", read)).toThrow("app/[locale]/desk/flags/page.tsx");
  expect(() => planJob("yearly-letter", read)).toThrow("loyalty/yearly-letter");
  expect(() => planFeature("gift-cards", undefined, read)).toThrow("--below");
  expect(() => planFeature("gift-cards", "nowhere", read)).toThrow("--below");
  expect(() => planProvider("btcpay", read)).toThrow("is there already");
});

test("a place that is not there, or there twice, is not written beside", () => {
  const draft = new Draft(() => "one two two\n");
  expect(() => draft.insert("a.ts", "behind", "two", "!")).toThrow("by hand");
  expect(() => draft.insert("a.ts", "behind", "three", "!")).toThrow("by hand");
  draft.insert("a.ts", "behind", "one", "!");
  expect(draft.text("a.ts")).toBe("one! two two\n");
});

test("a page comes with its row and with words in six languages", () => {
  const { files } = planPage("profile/gift-cards", read);
  expect(files.get("features/site/pages.rules.ts")).toContain(
    '{ path: "/profile/gift-cards", title: "site.meta.profileGiftCardsTitle" }',
  );
  expect(files.get("app/[locale]/profile/gift-cards/page.tsx")).toContain("await requireViewer(locale)");
  const spoken = [...files].filter(([file]) => file.startsWith("messages/"));
  expect(
    spoken.filter(([, text]) => text.includes('"profileGiftCardsTitle": "Profile gift cards"')),
  ).toHaveLength(6);
  expect(files.size).toBe(8);
});

test("a job without a handler fails instead of being done", () => {
  const { files } = planJob("loyalty/yearly-letter", read);
  expect(files.get("features/loyalty/yearly-letter.jobs.ts")).toContain("throw new Error(");
  expect(files.get("app/_processes/worker.ts")).toContain("  ...yearlyLetterJobs,");
});

test("a provider is not offered without its settings, and believes no notice until its adapter is written", () => {
  const { files } = planProvider("acme-pay", read);
  expect(files.get("features/payments/payments.gateway.ts")).toContain("  acmePayProvider,\n");
  expect(files.get("features/payments/gateway/acme-pay.gateway.ts")).toContain(
    "return url && apiKey ? createAcmePay({ url, apiKey, timeoutMs }) : null;",
  );
  expect(files.get("features/payments/gateway/acme-pay.gateway.ts")).toContain(
    'kind: "refused", reason: "no-signature"',
  );
});

test("a provider is six files, and two that are drawn", () => {
  const { files } = planProvider("acme-pay", read);
  expect([...files.keys()].sort()).toEqual([
    "features/payments/gateway/acme-pay.gateway.ts",
    "features/payments/payments.gateway.ts",
    "lib/env.ts",
    "lib/payment-stand-ins/acme-pay.ts",
    "lib/payment-stand-ins/registry.ts",
    "public/icons/payments/acme-pay.svg",
  ]);
});
