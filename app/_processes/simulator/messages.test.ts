import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#app/_processes/simulator/countries.ts";
import { composeSms } from "#app/_processes/simulator/messages.ts";
import { listBankServices } from "#app/_processes/simulator/plan.ts";
import { seeded } from "#app/_processes/simulator/random.ts";
import { extractCode } from "#features/supply/codes.rules.ts";
import { chooseRecipients } from "#features/supply/matching/matching.rules.ts";

const languages = [...new Set([...Object.values(LANGUAGES), "en" as const])];

describe("SMS of the simulated banks", () => {
  it.each(languages)("carry a code that is found and reach their order, in %s", (language) => {
    const lost: string[] = [];
    for (const service of listBankServices()) {
      for (let round = 0; round < 6; round += 1) {
        const { sender, text } = composeSms(service, language, seeded(service.code, language, round));
        const code = extractCode(text);
        const order = { orderId: 1, serviceCode: service.code, serviceName: service.name };
        const [recipient] = chooseRecipients([order], sender, text, () => false);
        const isWhole = code !== null && /^\d{4,6}$/.test(code) && text.replaceAll(/\D/g, "").includes(code);
        if (!isWhole || !recipient)
          lost.push(`${service.code} ${service.name}: ${sender} | ${text} -> ${code}`);
      }
    }
    expect(lost).toEqual([]);
  });
});
