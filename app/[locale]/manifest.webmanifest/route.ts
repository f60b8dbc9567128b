import { brandName } from "#features/site/site.loaders.ts";
import { localeFacts, toLocale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type Context = { params: Promise<{ locale: string }> };

/** What a phone or a desktop installs: it opens at the own numbers, in the language of the page that it was installed from. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const locale = toLocale((await params).locale);
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    ...{ src: `/icons/${file}.png`, sizes: `${size}x${size}`, type: "image/png", purpose },
  });
  const manifest = {
    id: "/",
    name: brandName,
    short_name: brandName,
    lang: localeFacts[locale].tag,
    start_url: localizedPath(locale, "/profile"),
    scope: "/",
    display: "standalone",
    background_color: "#fafaf9",
    theme_color: "#fbbf24",
    icons: [
      icon("app-192", 192, "any"),
      icon("app-512", 512, "any"),
      icon("app-maskable-512", 512, "maskable"),
    ],
  };
  return Response.json(manifest, { headers: { "content-type": "application/manifest+json" } });
}
