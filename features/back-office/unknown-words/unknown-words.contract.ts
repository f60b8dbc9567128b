import { z } from "zod";
import { instant } from "#features/back-office/back-office.contract.ts";
import { wordTables } from "#features/supply/dialects/dialects.rules.ts";
import { wordKinds } from "#features/supply/dialects/unknown-words.rules.ts";
import { supplierKinds } from "#features/supply/operation.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const UnknownWordView = z.strictObject({
  kind: z.enum(wordKinds),
  /** The supplier's word as text, at most 40 characters. */
  word: z.string(),
  /** Numbers that its last report said with it; none of them is on sale. */
  stock: z.number().int(),
  /** Reports that said it, counted at most once a minute. */
  reportsCount: z.number().int(),
  firstAt: instant,
  lastAt: instant,
});
export type UnknownWordView = z.infer<typeof UnknownWordView>;

export const SupplierWords = z.strictObject({
  /** Of the supplier. */
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(supplierKinds),
  /** Whose words for countries it uses; our slugs are understood beside SMSHub's. */
  wordTable: z.enum(wordTables),
  /** By kind, most numbers first. */
  words: z.array(UnknownWordView),
  /** Kinds of which no further word is kept. */
  fullKinds: z.array(z.enum(wordKinds)),
});
export type SupplierWords = z.infer<typeof SupplierWords>;

const UnknownWordList = z.strictObject({ items: z.array(SupplierWords) });
export type UnknownWordList = z.infer<typeof UnknownWordList>;

export const listUnknownWordsEndpoint = defineEndpoint({
  id: "deskListUnknownWords",
  method: "GET",
  path: "/desk/unknown-words",
  tag: "desk",
  summary:
    "Suppliers' words of the last days that nobody understands; numbers said with them are not on sale",
  access: "staff",
  permission: "support",
  response: UnknownWordList,
  errors: [],
});
