import { getRequestConfig } from "next-intl/server";
import { localeFacts, toLocale } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

/** next-intl's settings of one page: our locale id becomes a BCP 47 tag, which is what Intl understands. */
export default getRequestConfig(async ({ requestLocale }) => {
  const locale = toLocale(await requestLocale);
  return { locale: localeFacts[locale].tag, messages: toPageMessages(messagesOf(locale)), timeZone: "UTC" };
});
