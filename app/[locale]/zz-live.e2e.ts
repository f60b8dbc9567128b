import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { test } from "#lib/testing/journey.ts";
import { enterPassword, logIn } from "#lib/testing/journey-demo.ts";

const looks = [
  ["en", "light", 1440],
  ["en", "dark", 390],
  ["ru", "light", 390],
  ["ru", "dark", 1440],
  ["cn", "light", 390],
  ["cn", "dark", 1440],
  ["hi", "dark", 390],
  ["hi", "light", 1440],
  ["tr", "light", 390],
  ["es", "light", 390],
] as const;

test("pictures", async ({ page, newPerson }) => {
  test.setTimeout(600_000);
  const person = await newPerson();
  await logIn(page, person);
  const post = (path: string) =>
    page.request.post(path, { headers: { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin }, data: {} });
  const buy = async (country: number) => (await (await post(`/api/sms-users/get-number/${country}/tg`)).json()) as any;
  const cancelled = await buy(8);
  await buy(6);
  await page.waitForTimeout(6000);
  for (const b of await page.getByRole("button", { name: "Finish" }).all()) await b.click();
  await page.waitForTimeout(1500);
  await post(`/api/activations/${cancelled.activation.id}/cancel`);
  await buy(8);
  for (const [lang, scheme, width] of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    const at = (path: string) => `${lang === "en" ? "" : `/${lang}`}${path}`;
    for (const path of ["/profile/numbers", "/profile", "/docs/errors"]) {
      await page.goto(at(path));
      await page.waitForTimeout(1200);
      if (path === "/docs/errors") {
        await buy(6);
        await page.getByRole("button", { name: /\d{5,6}/ }).first().waitFor({ timeout: 15000 }).catch(() => {});
        await page.waitForTimeout(400);
      }
      await page.screenshot({ path: `/tmp/pics/live${path.replaceAll("/", "_")}-${lang}-${scheme}-${width}.png` });
    }
    await page.goto(at("/"));
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `/tmp/pics/live_home-${lang}-${scheme}-${width}.png` });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/ru/docs");
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/pics/live_360-ru.png` });
  await page.setViewportSize({ width: 1024, height: 740 });
  await page.goto("/ru/docs");
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/pics/live_1024-ru.png` });
  await page.context().clearCookies();
  const anna = await newPerson({ staff: "money-lead" });
  await enterPassword(page, anna);
  await page.getByLabel(/Code|Код/).fill(codeAt(anna.totpSeed, Date.now()));
  await page.locator("form button[type=submit]").last().click();
  await page.waitForURL(/profile$/);
  const list = (await (await page.request.get("/api/desk/suppliers")).json()) as any;
  const code = (list.items ?? list.suppliers ?? list)[0].code;
  for (const [lang, scheme, width] of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 1100 });
    await page.goto(`${lang === "en" ? "" : `/${lang}`}/desk/suppliers/${code}`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/pics/desk-${lang}-${scheme}-${width}.png`, fullPage: true });
  }
});
