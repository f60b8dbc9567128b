import { offlinePage, serviceWorker } from "#features/site/service-worker.script.ts";
import { brandName } from "#features/site/site.loaders.ts";
import { locales } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

export const dynamic = "force-dynamic";

/** The service worker, with the page without a connection in every language. Browsers ask for it again by themselves. */
export function GET(): Response {
  const pages = locales.map((locale) => {
    const word = (key: string) => translateMessage(locale, `site.offline.${key}`);
    return [
      locale,
      offlinePage(locale, brandName, { title: word("title"), text: word("text"), again: word("again") }),
    ];
  });
  return new Response(serviceWorker(Object.fromEntries(pages), "/icons/app-192.png"), {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  });
}
