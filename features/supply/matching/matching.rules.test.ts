import { describe, expect, it } from "vitest";
import { chooseRecipients, matchService, recipientsOf } from "#features/supply/matching/matching.rules.ts";

const order = (orderId: number, serviceCode: string, serviceName: string) => ({
  orderId,
  serviceCode,
  serviceName,
});
const telegram = order(1, "tg", "Telegram");
const whatsapp = order(2, "wa", "WhatsApp");
const anyOther = order(3, "ot", "Any other");
const probo = order(4, "aa", "Probo");
const ids = (orders: { orderId: number }[]) => orders.map(({ orderId }) => orderId);

describe("matchService", () => {
  it.each([
    ["Telegram", "Your code 48291", telegram, true],
    ["+12025550143", "Telegram code: 48291", telegram, true],
    ["TELEGRAM", "कोड 48291", telegram, true],
    ["Google", "G-482913 is your Google verification code", order(9, "go", "Google, YouTube, Gmail"), true],
    ["微信", "验证码：482913", order(9, "wb", "WeChat"), true],
    ["", "【微信支付】验证码482913", order(9, "wb", "WeChat"), true],
    ["Probo", "482913", probo, true],
    ["Amazon", "482913 is your Amazon OTP", telegram, false],
    ["INFO", "Your probono hours", probo, false],
    ["Any", "any other thing", anyOther, false],
  ])(
    "a service is named by a word of its own: sender %j, text %j",
    (sender, text, { serviceCode, serviceName }, expected) => {
      expect(matchService(sender, text, { code: serviceCode, name: serviceName })).toBe(expected);
    },
  );
});

const nothing = () => false;

describe("chooseRecipients", () => {
  it("gives an SMS to the order whose service signed it, and to no other", () => {
    expect(ids(chooseRecipients([telegram, whatsapp, anyOther], "Telegram", "code 48291", nothing))).toEqual([
      1,
    ]);
  });

  it("gives it to every order of that service", () => {
    expect(
      ids(chooseRecipients([telegram, { ...telegram, orderId: 7 }], "Telegram", "code 48291", nothing)),
    ).toEqual([1, 7]);
  });

  it("gives what nobody claims to 'any other'", () => {
    expect(ids(chooseRecipients([telegram, anyOther], "Shop", "code 48291", nothing))).toEqual([3]);
  });

  it("gives an unsigned SMS to the only open order", () => {
    expect(ids(chooseRecipients([probo], "INFO", "Your code 48291", nothing))).toEqual([4]);
  });

  it("does not give a foreign service's SMS to the only open order", () => {
    expect(chooseRecipients([telegram], "WhatsApp", "Your WhatsApp code: 482-913", nothing)).toEqual([]);
    expect(chooseRecipients([probo], "+123456", "Telegram code 48291", nothing)).toEqual([]);
  });

  it("does not take an everyday word for a service's name", () => {
    expect(ids(chooseRecipients([probo], "INFO", "Next in line: your code 4829", nothing))).toEqual([4]);
  });

  it("gives an unsigned SMS to nobody when several orders are open", () => {
    expect(chooseRecipients([telegram, probo], "INFO", "code 4829", nothing)).toEqual([]);
    expect(chooseRecipients([], "INFO", "code 4829", nothing)).toEqual([]);
  });
});

describe("recipientsOf", () => {
  const serviceById = new Map([
    [52, { code: "tg", name: "Telegram" }],
    [1, { code: "wa", name: "WhatsApp" }],
  ]) as never;
  const of = (open: { id: number; service_id: number | null }[], sender: string, isWithheld = false) =>
    recipientsOf({ sender, text: "code 48291" }, open, { serviceById }, () => isWithheld);

  it("gives an SMS to those whose service, by its row in the catalogue, signs it", () => {
    const open = [
      { id: 7, service_id: 52 },
      { id: 8, service_id: 1 },
    ];
    expect(of(open, "Telegram")).toEqual([7]);
  });

  it("gives a whole number everything but what is withheld", () => {
    expect(of([{ id: 9, service_id: null }], "Telegram")).toEqual([9]);
    expect(of([{ id: 9, service_id: null }], "A bank", true)).toEqual([]);
  });

  it("counts an order whose service is unknown as open, though nothing is signed by it", () => {
    const open = [
      { id: 7, service_id: 52 },
      { id: 8, service_id: 999 },
    ];
    expect(of(open, "Shop")).toEqual([]);
  });
});
