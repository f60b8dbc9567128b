import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { enterStaff, enterUser, logIn } from "#lib/testing/journey-demo.ts";

test("the staff approve an agent, who accepts the agreement and sells a licence by link, and finds sale and share", async ({
  page,
  browser,
  baseURL,
  newPerson,
}) => {
  const lead = await enterStaff(String(baseURL), await newPerson({ staff: "money-lead" }), (seed) =>
    codeAt(seed, Date.now()),
  );
  const send = async (path: string, data: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await lead.post(`/api/desk/licences${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const reason = "a journey";
  const code = `sold-${Date.now()}`;
  const name = `Tool ${code}`;
  const { id } = await send("/products", {
    ...{ code, name, softwareType: "Automation", description: "", priceKopecks: 1_000 },
    ...{ termDays: 30, deviceLimit: 1, reason },
  });
  await send(`/products/${id}/step`, { step: "put_on_sale", reason });
  await send("/agreement", { text: "Sell honestly.", reason });

  const agent = await newPerson({ roubles: 0 });
  const own = await enterUser(String(baseURL), agent);
  const me = await (await own.get("/api/users/me")).json();
  await own.dispose();
  await send(`/agents/${me.id}/approve`, { shareBasisPoints: 2_000, reason });

  await logIn(page, agent);
  await page.goto("/profile/sale-agreement");
  await expect(page.getByText("Sell honestly.")).toBeVisible();
  await page.getByRole("button", { name: "Accept the agreement" }).click();
  await expect(page.getByText("Accepted")).toBeVisible();
  const link = new URL(await page.getByText(/\/profile\/software\?agent=/).innerText());

  const buyers = patient(await (await browser.newContext({ baseURL: String(baseURL) })).newPage());
  await logIn(buyers, await newPerson());
  await buyers.goto(link.pathname + link.search);
  await buyers.getByRole("button", { name: `Buy ${name}` }).click();
  await buyers
    .getByRole("dialog", { name })
    .getByRole("button", { name: /^Buy for/ })
    .click();
  await expect(buyers.getByRole("dialog", { name: "Your licence key" })).toBeVisible();
  await buyers.context().close();

  await page.reload();
  const sale = page.getByRole("row", { name: new RegExp(name) });
  await expect(sale.getByText("Automation")).toBeVisible();
  await expect(sale.getByText(/2[.,]00/)).toBeVisible();
});
