import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, patient, test } from "#lib/testing/journey.ts";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another good phrase";

/** The link of the newest mail to an address, as a person reads it in the mailbox of the default start. */
async function mailedLink(page: Page, to: string, path: RegExp): Promise<string> {
  let link = "";
  await expect(async () => {
    const answer = await page.request.get(`/mailbox/messages.json?to=${encodeURIComponent(to)}`);
    const [newest] = (await answer.json()) as { text: string }[];
    link = /https?:\/\/\S+/.exec(newest?.text ?? "")?.[0] ?? "";
    expect(link).toMatch(path);
  }).toPass();
  return link;
}

test("a person registers in Russian, is signed in by the mailed link, sets a new password and signs out everywhere", async ({
  page,
  browser,
}) => {
  const email = `anna-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto("/ru/registration?goback=1");
  await page.getByRole("button", { name: "Зарегистрироваться" }).click();
  await expect(page.getByText("Обязательно для заполнения")).toHaveCount(1);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill(`mistyped-${email}`);
  await page.getByRole("button", { name: "Задать пароль" }).click();
  await page.getByLabel("Пароль", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Зарегистрироваться" }).click();
  await expect(page.getByRole("heading", { name: "Проверьте почту" })).toBeVisible();
  await page.getByRole("button", { name: "Изменить адрес" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(`mistyped-${email}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Зарегистрироваться" }).click();
  await expect(page.getByText(`Мы отправили письмо на ${email}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Отправить ещё раз через 00:/ })).toBeDisabled();

  const confirmLink = await mailedLink(page, email, /\/ru\/signup\/confirm-email\?token=/);
  await page.goto(confirmLink);
  await expect(page).toHaveURL(/\/ru\/profile$/);
  await page.goto(confirmLink);
  await expect(page.getByRole("heading", { name: "E-mail не подтверждён" })).toBeVisible();
  await page.context().clearCookies();

  const signIn = async (where: Page, password: string) => {
    await where.goto("/ru/authorization");
    await where.getByLabel("E-mail").fill(email);
    await where.getByLabel("Пароль", { exact: true }).fill(password);
    await where.getByRole("main").getByRole("button", { name: "Войти", exact: true }).click();
  };
  await signIn(page, "wrong words here");
  await expect(page.getByText("Неверный e-mail или пароль.")).toBeVisible();
  await signIn(page, PASSWORD);
  await expect(page).toHaveURL(/\/ru\/profile$/);

  const elsewhere = patient(await (await browser.newContext()).newPage());
  await elsewhere.goto("/ru/request-password");
  await elsewhere.getByLabel("E-mail").fill(email.toUpperCase());
  await elsewhere.getByRole("button", { name: "Отправить ссылку" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Проверьте почту" })).toBeVisible();
  await elsewhere.goto(await mailedLink(elsewhere, email, /\/ru\/confirm\/[\w-]{43}$/));
  await expect(elsewhere).toHaveURL(/\/ru\/confirm$/);
  await elsewhere.getByLabel("Новый пароль").fill(NEW_PASSWORD);
  await elsewhere.getByLabel("Повторите пароль").fill(NEW_PASSWORD);
  await elsewhere.getByRole("button", { name: "Сохранить пароль" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Пароль изменён" })).toBeVisible();
  expect((await page.request.get("/api/users/me")).status()).toBe(401);
  await signIn(elsewhere, NEW_PASSWORD);
  await expect(elsewhere).toHaveURL(/\/ru\/profile$/);
  await elsewhere.context().close();
});

test("after three wrong passwords the form solves a robot check, after five a harder one, and nobody is shut out", async ({
  page,
}) => {
  await page.goto("/authorization");
  await page.getByLabel("Email").fill(`nobody-${randomUUID().slice(0, 8)}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("wrong words here");
  const send = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/auth/login"));
    await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
    const { details } = (await (await answered).json()).error;
    return [(await answered).status(), details.workLevel];
  };
  const answers: unknown[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) answers.push(await send());
  expect(answers).toEqual([...[1, 2, 3, 4].map(() => [401, 0]), [401, 1], [401, 2]]);
  await expect(page.getByText(/Robot check/)).toBeVisible();
});
