import { expect, test } from "vitest";
import { parseSocialLinks, socialLinksOf } from "#lib/i18n/social-links.ts";

const links = parseSocialLinks(
  "telegram=https://t.me/smsden, ru:vk=https://vk.com/smsden,ru:telegram=https://t.me/smsden_ru,",
)!;
const addresses = (locale: "en" | "ru") => socialLinksOf(links, locale).map(({ url }) => url);

test("a language has its own social links, and everybody's where it names none of that network", () => {
  expect(addresses("en")).toEqual(["https://t.me/smsden"]);
  expect(addresses("ru")).toEqual(["https://vk.com/smsden", "https://t.me/smsden_ru"]);
});

test("without the setting no language has social links", () => {
  expect(socialLinksOf(parseSocialLinks("")!, "en")).toEqual([]);
});

test.each([
  "telegram",
  "telegram=t.me/x",
  "telegram=http://t.me/x",
  "telegram=javascript:alert(1)",
  "telegram=https://localhost/x",
  "telegram=https://a:b@t.me/x",
  'telegram=https://t.me/"onclick',
  "myspace=https://a.example/x",
  "toString=https://a.example/x",
  "xx:telegram=https://t.me/x",
  "telegram=https://t.me/x,telegram=https://t.me/y",
  "ru:vk=https://vk.com/x,ru:vk=https://vk.com/y",
])("%j is refused as a list of social links", (text) => {
  expect(parseSocialLinks(text)).toBeNull();
});
