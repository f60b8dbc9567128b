import { feedAnswer } from "#features/content/blog/blog.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type Context = { params: Promise<{ locale: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return feedAnswer("atom", toLocale((await params).locale));
}
