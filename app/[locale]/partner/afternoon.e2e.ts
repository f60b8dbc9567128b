import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, pressInDialog, test } from "#lib/testing/journey.ts";
import { enterStaff, enterStaffForm, logIn } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";
import { GammuMachine } from "#lib/testing/partner-machine/gammu-machine.ts";
import { HttpMachine } from "#lib/testing/partner-machine/http-machine.ts";
import type { PartnerMachine } from "#lib/testing/partner-machine/partner-machine.ts";
import { hasGammu } from "#lib/tooling/machine/gammu.ts";

/**
 * From the application to the money, as an owner of modems does it in an afternoon: with gammu-smsd where it is installed, else with the
 * HTTP input of the same program. The invariants are proven behind all journeys (`runJourneys`).
 */
const machines = {
  "gammu-smsd": GammuMachine,
  "the program's HTTP input": HttpMachine,
} as const;
const kinds = (Object.keys(machines) as (keyof typeof machines)[]).slice(0, hasGammu() ? 1 : 2);

/** No bank of the default start has numbers there, so that only this partner can sell one. */
const COUNTRY = { name: "Iceland", slug: "iceland", dialCode: "354" };
const PRICE = { typed: "12", shown: "12,00", kopecks: 1_200 };

type Partner = { readonly person: JourneyPerson; readonly supplierCode: string };

for (const kind of kinds) {
  test.describe(`an afternoon with modems: ${kind}`, () => {
    // One after another: what one step leaves is the next one's beginning.
    test.describe.configure({ mode: "serial" });
    test.skip(kind === "gammu-smsd" && !hasGammu(), "gammu-smsd is not installed");

    // Others may have tried this on the same product.
    const first = Number(`${COUNTRY.dialCode}61${String(Date.now() % 90_000).padStart(5, "0")}`);
    const modems = [
      { name: "m1", number: first },
      { name: "m2", number: first + 1 },
    ] as const;
    const table = [`m1,+${first},${COUNTRY.slug},,tg,`, `m2,+${first + 1},${COUNTRY.slug},,wa,`];
    let machine: PartnerMachine | undefined;
    let partner: Partner | undefined;

    test.afterAll(async () => machine?.stop());

    test("an owner applies, is approved, connects two modems by the page's words and passes the self-test", async ({
      page,
      browser,
      newPerson,
    }) => {
      const person = await newPerson({ roubles: 0 });
      await logIn(page, person);
      await apply(page);
      const desk = await openDesk(browser, await newPerson({ staff: "money" }));
      await approve(desk, person.email);

      await page.goto("/partner");
      await expect(page.getByText("Your sale is paused")).toBeVisible();
      const { code } = (await (await page.request.get("/api/cabinet/overview")).json()) as { code: string };
      const key = await makeKey(page);
      machine = new machines[kind](modems);
      const steps = await readProgramPage(page, machine);
      await machine.install({ steps, key, table });

      await page.getByRole("link", { name: "Self-test" }).last().click();
      await page.getByRole("button", { name: "Run the self-test" }).click();
      const asked = await page
        .getByText(/Send any SMS to \+\d+ now/)
        .first()
        .innerText();
      const tested = modems.find(({ number }) => asked.includes(`+${number} `));
      await machine.receive(String(tested?.name), "any SMS at all");
      await expect(page.getByText("The self-test is passed")).toBeVisible();
      partner = { person, supplierCode: code };

      await desk.goto(`/desk/suppliers/${code}`);
      await desk.getByRole("button", { name: "Go on" }).click();
      await desk.getByRole("dialog").getByLabel("Reason").fill("the self-test is passed");
      await pressInDialog(desk, "Go on");
      await expect(desk.getByRole("button", { name: "Pause" })).toBeVisible();
    });

    test("the owner sets a price, a buyer on the site gets the number and reads the code that the modem received", async ({
      page,
      browser,
      newPerson,
    }) => {
      await logIn(page, (partner as Partner).person);
      await setPrice(page, first);

      const buyer = patient(await (await browser.newContext(ownContext())).newPage());
      await logIn(buyer, await newPerson());
      await buyer.goto("/");
      await buyer.getByLabel("Find a country").fill(COUNTRY.name);
      const buy = buyer.getByRole("button", { name: `Telegram, ${COUNTRY.name}` });
      // The list takes in what is new without being loaded again.
      await expect(buy).toBeVisible();
      await buy.click();
      await buyer.waitForURL(/\/profile$/);
      const card = buyer.getByRole("article").first();
      await expect(card.getByText("Waiting for SMS", { exact: true })).toBeVisible();
      await expect(card).toContainText(String(first).slice(-4));
      await (machine as PartnerMachine).receive("m1", "Telegram code 48291");
      await expect(card.getByRole("button", { name: "Copy code 48291" })).toBeVisible();

      await page.goto("/partner/withdrawal-funds");
      await expect(async () => {
        await page.reload();
        expect(await sums(page).innerText()).toMatch(new RegExp(`Pending\\s*${PRICE.shown}`));
      }).toPass();
      await expect(sums(page)).toContainText(/Available\s*0,00/);
    });

    test("the money that was pending becomes available, and the owner withdraws it", async ({
      page,
      baseURL,
      newPerson,
    }) => {
      const { person, supplierCode } = partner as Partner;
      await logIn(page, person);
      await page.goto("/partner/withdrawal-funds");
      // The product under test keeps earnings pending for two minutes.
      await expect(async () => {
        await page.reload();
        expect(await sums(page).innerText()).toMatch(new RegExp(`Available\\s*${PRICE.shown}`));
      }).toPass({ timeout: 3 * 60_000 });
      await expect(sums(page)).toContainText(/Pending\s*0,00/);

      await page.getByRole("main").getByRole("button", { name: "Roubles" }).click();
      await page.getByRole("button", { name: "To the balance" }).click();
      await page.getByLabel("Amount, ₽").fill(PRICE.typed);
      await page.getByRole("button", { name: /^Withdraw 12/ }).click();
      await expect(sums(page)).toContainText(new RegExp(`Held for withdrawals and fines\\s*${PRICE.shown}`));

      const lead = await newPerson({ staff: "money-lead" });
      const staff = await enterStaff(String(baseURL), lead, (seed) => codeAt(seed, Date.now()));
      const listed = await staff.get("/api/desk/withdrawals?source=partner&state=waiting");
      const { items } = (await listed.json()) as { items: { id: number; supplier: { code: string } }[] };
      const asked = items.find(({ supplier }) => supplier.code === supplierCode);
      const approved = await staff.post(`/api/desk/withdrawals/${asked?.id}/steps`, {
        data: { step: "approve", reason: "earned" },
      });
      expect(approved.status(), await approved.text()).toBe(200);
      await staff.dispose();

      await page.getByRole("button", { name: "Paid", exact: true }).click();
      await expect(page.getByRole("main").locator("li").getByText("Paid", { exact: true })).toBeVisible();
      await expect(sums(page)).toContainText(/Available\s*0,00/);
      expect(await (await page.request.get("/api/sms-users/balance")).json()).toBe(PRICE.kopecks / 100);
    });
  });
}

const ownContext = () => ({ baseURL: test.info().project.use.baseURL });
const sums = (page: Page) => page.getByRole("main").locator("dl").first();

async function apply(page: Page): Promise<void> {
  await page.goto("/partner-program");
  const form = page.getByRole("form", { name: "Apply as a partner" });
  await form.getByLabel("Contact").fill("@afternoon");
  await form.getByLabel("Countries of your SIM cards").fill(COUNTRY.name);
  await form.getByLabel("GSM modem models").fill("gammu's dummy");
  await form.getByLabel("COM ports").fill("16");
  await form.getByLabel("About you").fill("two of sixteen modems, to begin with");
  await expect(form.getByLabel("Account email")).not.toHaveValue("");
  await form.getByRole("button", { name: "Send the application" }).click();
  await expect(page.getByText("Application sent successfully")).toBeVisible();
}

async function openDesk(browser: Browser, member: JourneyPerson): Promise<Page> {
  const desk = patient(await (await browser.newContext(ownContext())).newPage());
  await enterStaffForm(desk, member, (seed) => codeAt(seed, Date.now()));
  return desk;
}

async function approve(desk: Page, email: string): Promise<void> {
  await desk.goto("/desk/partner-applications");
  await desk.getByLabel("Email, contact, country, modem or number").fill(email);
  const row = desk.getByRole("listitem").filter({ hasText: email });
  await row.getByRole("button", { name: "Approve" }).click();
  await desk.getByRole("dialog").getByLabel("Reason").fill("modems of their own");
  await pressInDialog(desk, "Approve");
}

/** The key as the cabinet shows it, once. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Create a new key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create a new key" }).click();
  return page.getByText(/^sup_\w+$/).innerText();
}

/** Downloads the program and reads what the page says, step by step. */
async function readProgramPage(page: Page, { download }: PartnerMachine): Promise<string[]> {
  await page.goto("/partner/program");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download version/ }).click(),
  ]);
  await file.saveAs(download);
  expect(readFileSync(download, "utf8").length).toBeGreaterThan(10_000);
  return page.getByRole("main").locator("ol pre").allInnerTexts();
}

/** Telegram goes on sale as soon as the program has told its numbers again, which the price asks it for. */
async function setPrice(page: Page, number: number): Promise<void> {
  await page.goto("/partner/sim-card");
  await expect(async () => {
    await page.reload();
    expect(await page.getByRole("main").innerText()).toContain(`+${number}`);
  }).toPass();
  await page.goto("/partner/price-regulator");
  await page.getByLabel("Show").selectOption({ label: "Without a price" });
  await page.getByLabel("Service or country").fill(`telegram ${COUNTRY.slug}`);
  await page.getByLabel(/^Telegram\s*,\s*Iceland$/).fill(PRICE.typed);
  await page.getByRole("button", { name: "Save price" }).click();
  await expect(page.getByText(/from the next order on/).first()).toBeVisible();
}
