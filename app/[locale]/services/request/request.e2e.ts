import { expect, test } from "#lib/testing/journey.ts";
import { demo, logIn } from "#lib/testing/journey-demo.ts";
import type { SellerCountry } from "#lib/testing/journey-seller.ts";

/** No bank of the default start has numbers there. */
const PANAMA: SellerCountry = { id: 112, name: "Panama", slug: "panama", dialCode: "507" };

type Mail = { readonly subject: string; readonly text: string };

test("who asks for a country without numbers is told by mail once they are on sale, and the mail leads to the button", async ({
  page,
  newPerson,
  newSeller,
}) => {
  const person = await newPerson();
  await logIn(page, person);
  await page.goto("/telegram?country=panama");
  await page.getByRole("button", { name: "Request something else" }).click();
  const form = page.getByRole("form", { name: "Request a service" });
  await form.getByLabel("Website address").fill("telegram.org");
  await form.getByLabel("SMS text").fill("Telegram code 00000");
  await expect(form.getByLabel("Desired country (optional)")).toHaveValue(String(PANAMA.id));
  await form.getByRole("button", { name: "Send the request" }).click();
  await expect(page.getByText("Your application has been accepted")).toBeVisible();

  await (await newSeller({ country: PANAMA })).putOnSale();
  let link = "";
  await expect(async () => {
    const answer = await page.request.get(
      `${demo.mailbox}/messages.json?to=${encodeURIComponent(person.email)}`,
    );
    const mails = (await answer.json()) as Mail[];
    const told = mails.filter(({ subject }) => /^Telegram is on sale at/.test(subject));
    expect(told).toHaveLength(1);
    link = /https?:\/\/\S+\/telegram\?country=panama/.exec(told[0]?.text ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();

  await page.goto(link);
  await expect(page.getByRole("button", { name: /^Buy for .+: Telegram, Panama$/ })).toBeVisible();
});
