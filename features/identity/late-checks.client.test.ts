import { expect, test } from "vitest";
import { checkLate } from "#features/identity/late-checks.client.ts";
import { loginChecks } from "#features/identity/login/login-checks.client.ts";

const options = { fields: {}, shouldUseNativeValidation: false };
const values = { email: " anna@example", password: "" };

test("checks that are loaded late say what is wrong with the values", async () => {
  const { errors } = await checkLate(async () => loginChecks((key) => key))(values, undefined, options);
  expect(errors).toMatchObject({
    email: { message: "validation.invalidEmail" },
    password: { message: "validation.required" },
  });
});

test("a form whose checks cannot be loaded leaves the values to the server", async () => {
  const check = checkLate<typeof values>(() => Promise.reject(new Error("lost")));
  expect(await check(values, undefined, options)).toEqual({ values, errors: {} });
});
