import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterStaff, logIn } from "#lib/testing/journey-demo.ts";
import { alterSigned, readSigned } from "#lib/testing/signed-text.ts";

test("the staff put software on sale, a buyer gets a licence whose key verifies without us, and it stops at the device limit", async ({
  page,
  request,
  baseURL,
  newPerson,
}) => {
  const staff = await enterStaff(String(baseURL), await newPerson({ staff: "money" }), (seed) =>
    codeAt(seed, Date.now()),
  );
  const send = async (path: string, data: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await staff.post(`/api/desk/licences/products${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const code = `tool-${Date.now()}`;
  const name = `Sender ${code}`;
  const { id } = await send("", {
    ...{ code, name, softwareType: "Automation", description: "Sends.", priceKopecks: 1_000 },
    ...{ termDays: 30, deviceLimit: 1, reason: "a journey" },
  });
  await send(`/${id}/versions`, {
    ...{ version: "1.0", notes: "The first one", url: "https://files.example/tool.zip" },
    ...{ sha256: "a".repeat(64), reason: "a journey" },
  });
  await send(`/${id}/step`, { step: "put_on_sale", reason: "a journey" });

  await logIn(page, await newPerson());
  await page.goto("/profile/software");
  await page.getByRole("button", { name: `Buy ${name}` }).click();
  await page
    .getByRole("dialog", { name })
    .getByRole("button", { name: /^Buy for/ })
    .click();
  const bought = page.getByRole("dialog", { name: "Your licence key" });
  const key = await bought.locator("code").innerText();
  await bought.getByRole("button", { name: "Close" }).click();

  // What a program does without us: the published key, and the text.
  const { keys } = await (await request.get("/api/licences/keys")).json();
  expect(await readSigned(key, keys)).toMatchObject({ sub: code, devices: 1 });
  expect(await readSigned(alterSigned(key, { devices: 2 }), keys)).toBeNull();

  const activate = (device: string) =>
    request.post("/api/licences/activate", { data: { key, device, name: device } });
  expect((await activate("office-machine")).status()).toBe(200);
  const refused = await activate("home-machine");
  expect([refused.status(), (await refused.json()).error.code]).toEqual([409, "LICENCE_DEVICES_FULL"]);

  await page.reload();
  const licence = page.getByRole("main").getByRole("listitem").filter({ hasText: "Devices: 1 of 1" });
  await licence.getByRole("button", { name: "Show" }).click();
  await expect(licence.getByRole("link", { name: "Download 1.0" })).toBeVisible();
  await licence.getByRole("button", { name: "Release office-machine" }).click();
  await expect(licence.getByText("office-machine")).toBeHidden();
  expect((await activate("home-machine")).status()).toBe(200);
});
