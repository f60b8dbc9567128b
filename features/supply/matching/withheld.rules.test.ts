import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildCatalogue, type Service } from "#features/catalogue/catalogue.rules.ts";
import { buildPolicy, type PolicyBlock, refusedCategories } from "#features/policy/policy.rules.ts";
import { withholding } from "#features/supply/matching/withheld.rules.ts";

const file = new URL("../../catalogue/data/services.json", import.meta.url);
const services = JSON.parse(readFileSync(file, "utf8")) as Service[];
const catalogue = buildCatalogue(1, [], services);
const blocks = services.flatMap(({ id, category }) => {
  const reason = refusedCategories[category];
  const any = { countryId: null, supplierId: null, mode: null, channel: null };
  const block = {
    ...any,
    id,
    serviceId: id,
    effect: "deny",
    reasonCode: reason?.code,
    reasonText: reason?.text,
  };
  return reason ? [block as PolicyBlock] : [];
});
const withholds = withholding(catalogue, buildPolicy(1, blocks));

describe("withheld are", () => {
  it.each([
    ["Revolut", "Your code is 482913"],
    ["+12025550143", "Revolut verification code: 482-913"],
    ["Deutsche Bank", "TAN 482913 für Ihre Überweisung"],
    ["HDFCBK", "482913 is your OTP for a payment of INR 1,200 at Amazon"],
    ["INFO", "Sberbank: код 482913. Никому его не сообщайте"],
    ["900", "Сбербанк. Код 4829 для входа"],
    ["95588", "【工商银行】您的验证码是482913"],
    ["Wise", "482913 is your code"],
    ["INFO", "PayPal: 482913 is your security code"],
    ["Coinbase", "Your Coinbase verification code is: 482913"],
    ["MSG", "Your bank code is 482913, do not share it"],
    ["gov.br", "Seu código: 482913"],
  ])("codes of banks and the state: %j %j", (sender, text) => expect(withholds({ sender, text })).toBe(true));
});

describe("not withheld are", () => {
  it.each([
    ["Telegram", "Telegram code: 48291. Never tell it to anybody, not even your bank"],
    ["INFO", "WhatsApp code 482-913. Banks never ask for it"],
    ["INFO", "Your code 48291"],
    ["Google", "G-482913 is your Google verification code"],
    ["INFO", "It is wise to keep your code 4829 safe"],
    ["INFO", "Bolt: 4829 is your code. We never ask for it, nor does your bank"],
    ["Shop", "Pay by bank transfer until Friday"],
    ["Tinder", "Your Tinder code is 482913"],
    ["", ""],
  ])("texts that only speak of banks: %j %j", (sender, text) =>
    expect(withholds({ sender, text })).toBe(false),
  );
});

it("a service whose block the staff lifted counts as any other", () => {
  const revolut = services.find(({ name }) => name === "Revolut")?.id;
  const lifted = withholding(
    catalogue,
    buildPolicy(
      2,
      blocks.filter(({ serviceId }) => serviceId !== revolut),
    ),
  );
  expect(lifted({ sender: "Revolut", text: "Your code is 482913" })).toBe(false);
  expect(lifted({ sender: "Monzo", text: "Your code is 482913" })).toBe(true);
});
