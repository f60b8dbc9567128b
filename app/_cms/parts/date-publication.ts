import type { CollectionBeforeChangeHook } from "payload";
import { now } from "#lib/clock.ts";

/** What is published without a day is published now. */
export const datePublication: CollectionBeforeChangeHook = ({ data, originalDoc }) => {
  const isDated = "publishedAt" in data ? data.publishedAt : originalDoc?.publishedAt;
  return data._status === "published" && !isDated ? { ...data, publishedAt: now().toISOString() } : data;
};
