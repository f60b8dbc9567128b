import { describe, expect, it } from "vitest";
import { policyErrors, saleRefusal } from "#features/policy/policy.errors.ts";
import {
  buildPolicy,
  decideSale,
  type PolicyBlock,
  type SaleDecision,
  type SaleQuestion,
  saleChannels,
  saleModes,
} from "#features/policy/policy.rules.ts";

const blank = { serviceId: null, countryId: null, supplierId: null, mode: null, channel: null } as const;
const block = (part: Partial<PolicyBlock>): PolicyBlock => ({
  ...blank,
  id: 1,
  effect: "deny",
  reasonCode: "KILL_SWITCH",
  reasonText: "stopped",
  ...part,
});
const full: SaleQuestion = {
  serviceId: 52,
  countryId: 6,
  supplierId: 3,
  mode: "activation",
  channel: "site",
};
const isAllowed = (blocks: PolicyBlock[], question: SaleQuestion) =>
  decideSale(buildPolicy(1, blocks), question).allowed;

describe("decideSale", () => {
  it("without blocks every mode and channel may sell", () => {
    for (const mode of saleModes)
      for (const channel of saleChannels) expect(isAllowed([], { mode, channel })).toBe(true);
  });

  it.each<[string, Partial<PolicyBlock>, Partial<SaleQuestion>, boolean]>([
    ["a service", { serviceId: 52 }, {}, false],
    ["another service", { serviceId: 53 }, {}, true],
    ["a country", { countryId: 6 }, {}, false],
    ["another country", { countryId: 7 }, {}, true],
    ["a supplier", { supplierId: 3 }, {}, false],
    ["another supplier", { supplierId: 4 }, {}, true],
    ["a mode", { mode: "activation" }, {}, false],
    ["another mode", { mode: "rent" }, {}, true],
    ["a channel", { channel: "site" }, {}, false],
    ["another channel", { channel: "api" }, {}, true],
    ["everything", {}, {}, false],
    ["service and country", { serviceId: 52, countryId: 6 }, {}, false],
    ["the service in another country", { serviceId: 52, countryId: 7 }, {}, true],
    ["service and supplier", { serviceId: 52, supplierId: 3 }, {}, false],
    ["service at another supplier", { serviceId: 52, supplierId: 4 }, {}, true],
    ["country in another mode", { countryId: 6, mode: "rent" }, {}, true],
    [
      "all five selectors",
      { serviceId: 52, countryId: 6, supplierId: 3, mode: "activation", channel: "site" },
      {},
      false,
    ],
    ["API only, asked by the site", { serviceId: 52, effect: "api_only" }, {}, false],
    ["API only, asked by the API", { serviceId: 52, effect: "api_only" }, { channel: "api" }, true],
    ["a country that is not known yet", { countryId: 6 }, { countryId: undefined }, true],
    ["a service that is not known yet", { serviceId: 52 }, { serviceId: undefined }, true],
    ["a supplier that is not known yet", { supplierId: 3 }, { supplierId: undefined }, true],
    ["country 0", { countryId: 0 }, { countryId: 0 }, false],
  ])("a sale is judged by what a block selects: %s", (_name, part, question, expected) => {
    expect(isAllowed([block(part)], { ...full, ...question })).toBe(expected);
  });

  it("agrees with the plain reading of every mixture of selectors", () => {
    const choice = { serviceId: [null, 52, 53], countryId: [null, 6, 7], supplierId: [null, 3, 4] } as const;
    for (const serviceId of choice.serviceId)
      for (const countryId of choice.countryId)
        for (const supplierId of choice.supplierId)
          for (const mode of [null, "activation", "rent"] as const)
            for (const channel of [null, "site", "api"] as const) {
              const selectors = { serviceId, countryId, supplierId, mode, channel };
              const isHit = Object.entries(selectors).every(
                ([key, value]) => value === null || value === full[key as keyof SaleQuestion],
              );
              expect(isAllowed([block(selectors)], full)).toBe(!isHit);
            }
  });

  it("lets a denial win over API only, wherever either stands", () => {
    const apiOnly = block({ id: 1, effect: "api_only", countryId: 6 });
    const deny = block({ id: 2, serviceId: 52 });
    for (const blocks of [
      [apiOnly, deny],
      [deny, apiOnly],
    ]) {
      expect(decideSale(buildPolicy(1, blocks), full)).toMatchObject({
        allowed: false,
        effect: "deny",
        blockId: 2,
      });
    }
  });
});

describe("the refusal a buyer is told", () => {
  const denied = (part: object) =>
    ({
      allowed: false,
      effect: "deny",
      reasonCode: "BANK",
      reasonText: "for staff",
      blockId: 1,
      ...part,
    }) as Extract<SaleDecision, { allowed: false }>;

  it.each([
    [denied({}), policyErrors.NOT_FOR_SALE],
    [denied({ reasonCode: "RUSSIA" }), policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE],
    [denied({ reasonCode: "KILL_SWITCH" }), policyErrors.SALES_STOPPED],
    [denied({ effect: "api_only" }), policyErrors.API_ONLY],
  ])("names the case and keeps the staff's words out", (decision, row) => {
    const refusal = saleRefusal(decision);
    expect(refusal.row).toBe(row);
    expect(JSON.stringify({ ...refusal, message: refusal.message })).not.toContain("for staff");
  });
});
