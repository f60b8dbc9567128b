import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { cleanName, NAME_MAX_CHARACTERS, TELEGRAM_CONTACT } from "#features/identity/identity.rules.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";

/** The account's password, for a key that can spend money. */
export const KeyPassword = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_CHARACTERS * 2);

const Settings = z.object({
  is_agent: z.boolean(),
  is_referral_soft: z.boolean(),
  /** The first characters of the API key; the key itself is shown once, when it is made. */
  apiKey: z.string().nullable(),
  telegram: z.string().nullable(),
  /** E.164; the owner's own, not confirmed. */
  phone: z.string().nullable(),
  /** Changed by the calls below /auth/second-factor, which ask for the password. */
  two_factor_enabled: z.boolean(),
  sound_on_code: z.boolean(),
  info_on_active_purchases: z.boolean(),
  /** Decimal roubles; an e-mail is sent when the balance falls below it. */
  lower_balance_threshold: z.string().nullable(),
  language: z.enum(locales),
});

export const Me = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  dynamicFields: z.object({
    e_id: z.string(),
    is_p: z.boolean(),
    /** One of the staff who may enter the desk; nobody else's answer has it. */
    is_staff: z.literal(true).optional(),
    /** The owner of a store; nobody else's answer has it. */
    is_store: z.literal(true).optional(),
    country: z.string().nullable(),
    custom_price: z.boolean(),
    /** An account of the wholesale tier; nobody else's answer has it. */
    wholesale: z.literal(true).optional(),
    settings: Settings,
  }),
});
export type Me = z.output<typeof Me>;

export const getMe = defineEndpoint({
  id: "getMe",
  method: "GET",
  path: "/users/me",
  tag: "identity",
  summary: "The signed-in user",
  access: "user",
  scope: "read",
  response: Me,
  errors: [],
});

export const SettingsChange = z.strictObject({
  name: z
    .string()
    .trim()
    .max(NAME_MAX_CHARACTERS)
    .refine((text) => cleanName(text, "") !== "")
    .optional(),
  sound_on_code: z.boolean().optional(),
  info_on_active_purchases: z.boolean().optional(),
  lower_balance_threshold: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .nullable()
    .optional(),
  telegram: z.string().trim().max(64).regex(TELEGRAM_CONTACT).nullable().optional(),
  /** With its country code, however it is grouped. */
  phone: z.string().trim().min(1).max(40).nullable().optional(),
  language: z.enum(locales).optional(),
});

export const saveSettings = defineEndpoint({
  id: "saveSettings",
  method: "PUT",
  path: "/users/settings",
  tag: "identity",
  summary: "Change settings; what is not named stays",
  access: "session",
  body: z.strictObject({ settings: SettingsChange }),
  response: Me,
  errors: [identityErrors.PHONE_INVALID],
});

export const createApiKey = defineEndpoint({
  id: "createApiKey",
  method: "POST",
  path: "/users/api-key",
  tag: "identity",
  summary: "Make a new API key; the old one ends at once, the new one is shown this once",
  access: "session",
  stepUp: true,
  status: 201,
  body: z.strictObject({ password: KeyPassword }),
  response: z.object({ apiKey: z.string().regex(/^[0-9a-f]{32}$/) }),
  errors: [identityErrors.TOO_MANY_ADDED, identityErrors.PASSWORD_WRONG, identityErrors.TOO_MANY_ATTEMPTS],
});

export const deleteApiKey = defineEndpoint({
  id: "deleteApiKey",
  method: "DELETE",
  path: "/users/api-key",
  tag: "identity",
  summary: "End the API key",
  access: "session",
  response: z.object({ status: z.literal("removed") }),
  errors: [],
});
