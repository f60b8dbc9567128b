import type { Me } from "#features/identity/identity.contract.ts";

/** A signed-in person as the API tells it, for suites of islands. */
export function givenMe(name = "Anna", settings: Partial<Me["dynamicFields"]["settings"]> = {}): Me {
  return {
    id: 7,
    email: "anna@example.com",
    name,
    dynamicFields: {
      e_id: "e",
      is_p: false,
      country: null,
      custom_price: false,
      settings: {
        is_agent: false,
        is_referral_soft: false,
        apiKey: null,
        telegram: null,
        phone: null,
        sound_on_code: true,
        info_on_active_purchases: true,
        lower_balance_threshold: null,
        two_factor_enabled: false,
        language: "en",
        ...settings,
      },
    },
  };
}
