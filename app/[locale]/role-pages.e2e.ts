import { type APIRequestContext, request } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { partnerPages } from "#features/site/partner-pages.rules.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { enterStaff, enterStaffForm, enterUser, logIn } from "#lib/testing/journey-demo.ts";

const soft = "/profile/referral-program-soft";

/** How a page is answered: its status, or where it sends its reader. */
async function look(reader: APIRequestContext, page: string): Promise<string> {
  const answer = await reader.get(page, { maxRedirects: 0, headers: { accept: "text/html" } });
  const location = answer.headers().location;
  return location ? new URL(location, "http://site.test").pathname : String(answer.status());
}

test("each page of a role opens for who has it, is not there for others and asks guests to log in", async ({
  baseURL,
  newPerson,
}) => {
  const url = String(baseURL);
  const member = await newPerson({ staff: "support" });
  const readers: Record<string, APIRequestContext> = {
    guest: await request.newContext({ baseURL: url }),
    user: await enterUser(url, await newPerson()),
    partner: await enterUser(url, await newPerson({ isPartner: true })),
    agent: await enterUser(url, await newPerson({ role: "agent" })),
    soft: await enterUser(url, await newPerson({ role: "referralSoft" })),
    staff: await enterStaff(url, member, (seed) => codeAt(seed, Date.now())),
  };
  const login = "/authorization";
  const of = (opens: Record<string, string>) => ({
    ...{ guest: login, user: "404", partner: "404", agent: "404", soft: "404", staff: "404" },
    ...opens,
  });
  const table: readonly (readonly [page: string, answers: Record<string, string>])[] = [
    ["/profile/referral-program", of({ user: "200", partner: "200", agent: "200", soft, staff: "200" })],
    [soft, of({ soft: "200" })],
    ["/profile/sale-agreement", of({ agent: "200" })],
    ["/desk", of({ staff: "200" })],
    ["/desk/people", of({ staff: "200" })],
    ...partnerPages.map(({ path }) => [path, of({ partner: "200" })] as const),
  ];
  for (const [page, answers] of table) {
    const given: Record<string, string> = {};
    for (const [name, reader] of Object.entries(readers)) given[name] = await look(reader, page);
    expect(given, page).toEqual(answers);
  }
  for (const reader of Object.values(readers)) await reader.dispose();
});

test("the staff grant a role at the desk with a reason, its page opens, and closes when the role is removed", async ({
  page: desk,
  browser,
  baseURL,
  newPerson,
}) => {
  const person = await newPerson();
  const theirs = patient(await (await browser.newContext({ baseURL: String(baseURL) })).newPage());
  await logIn(theirs, person);
  expect((await theirs.goto(soft))?.status()).toBe(404);

  const anna = await newPerson({ staff: "money" });
  await enterStaffForm(desk, anna, (seed) => codeAt(seed, Date.now()));
  await desk.goto("/desk/people");
  await desk.getByLabel("Id, email or name").fill(person.email);
  await desk.getByRole("link", { name: person.email }).click();
  const roles = desk.getByRole("region", { name: "Roles" });
  for (const [button, status] of [
    ["Grant: Soft referral", 200],
    ["Remove: Soft referral", 404],
  ] as const) {
    await roles.getByRole("button", { name: button }).click();
    const dialog = desk.getByRole("dialog", { name: button });
    await dialog.getByLabel("Reason").fill("agreed by mail");
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog).toHaveCount(0);
    expect((await theirs.goto(soft))?.status()).toBe(status);
  }
  await desk.goto("/desk/actions");
  await expect(desk.getByText(/^Role of user \d+ removed$/).first()).toBeVisible();
  await theirs.context().close();
});
