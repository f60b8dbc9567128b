import "server-only";
import { findPartner } from "#features/partners/cabinet/cabinet.loaders.ts";
import { findProgram, type Program } from "#features/partners/program/program.reads.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The program that the partner who asks can download; null for anybody else, and where the pages were not built. */
export async function loadProgram(locale: Locale): Promise<Program | null> {
  return (await findPartner(locale)) ? findProgram() : null;
}
