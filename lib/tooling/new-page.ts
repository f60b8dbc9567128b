import {
  Draft,
  type NewFiles,
  pageSegments,
  type ReadFile,
  spellings,
  translate,
} from "#lib/tooling/new-files.ts";
import { Problem } from "#lib/tooling/problem.ts";

const MANIFEST = "features/site/pages.rules.ts";
/** Pages of these sections are written by hand: each has a shape of its own. */
const BY_HAND: Readonly<Record<string, string>> = {
  desk: "A page of the desk asks for a permission; copy app/[locale]/desk/flags/page.tsx and give it a row in deskPages.",
  authorization: "Pages for guests are forms of their own; copy app/[locale]/request-password/page.tsx.",
};

/** A page with its row in the manifest and the words of its head in every language. `page`: `profile/gift-cards`, `gift-cards`. */
export function planPage(page: string, read: ReadFile): NewFiles {
  const segments = pageSegments(page);
  const [section = ""] = segments;
  const byHand = BY_HAND[section];
  if (byHand) throw new Problem(byHand);
  const draft = new Draft(read);
  const path = `/${segments.join("/")}`;
  const name = segments.map((segment) => segment.replace(/[[\]]/g, "")).join("-");
  const { camel, pascal } = spellings(name);
  const isForUsers = section === "profile";
  const { title } = spellings(isForUsers ? name.replace(/^profile-(?=.)/, "") : name);
  const texts = { title: `${camel}Title`, description: `${camel}Description` };
  if (isForUsers) {
    draft.insert(
      MANIFEST,
      "before",
      '  { path: "/success-payment"',
      `  { path: "${path}", title: "site.meta.${texts.title}" },\n`,
    );
    draft.addTexts(["site", "meta"], { [texts.title]: title });
  } else {
    const head = `head: { title: "site.meta.${texts.title}", description: "site.meta.${texts.description}" }`;
    draft.insert(MANIFEST, "before", '  { path: "/faq"', `  { path: "${path}", ${head} },\n`);
    draft.addTexts(["site", "meta"], { [texts.title]: title, [texts.description]: title });
    if (!new RegExp(`^  "?${section}"?: "everybody"`, "m").test(draft.text(MANIFEST)))
      draft.insert(MANIFEST, "behind", '  faq: "everybody",\n', `  "${section}": "everybody",\n`);
  }
  draft.create(`app/[locale]${path}/page.tsx`, pageText(path, pascal, texts.title, isForUsers));
  return {
    files: draft.files,
    left: [
      translate,
      isForUsers
        ? `Give its row in ${MANIFEST} a menu entry if it is to have one: menu: { text: "${spellings(name.replace(/^profile-(?=.)/, "")).camel}", icon: "Gift" }, its words in site.account of the messages, a picture from profile-icon.tsx.`
        : `Give its row in ${MANIFEST} what it is kept by and its menu entry, and write its description.`,
      "Ask a loader of the feature for what the page shows.",
    ],
  };
}

function pageText(path: string, pascal: string, titleKey: string, isForUsers: boolean): string {
  const component = pascal.replace(/^Profile(?=.)/, "");
  const heading = `<PageHeading title={t("${titleKey}")} />`;
  const frame = isForUsers ? "PageHeading" : "PageFrame, PageHeading";
  return `import { getTranslations } from "next-intl/server";
import { ${frame} } from "#components/layout/page-frame.tsx";
${isForUsers ? 'import { requireViewer } from "#features/identity/identity.loaders.ts";\n' : ""}import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("${path}");

export default async function ${component}Page({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    ${isForUsers ? "await requireViewer(locale);\n    " : ""}const t = await getTranslations({ locale, namespace: "site.meta" });
    return ${isForUsers ? heading : `<PageFrame>${heading}</PageFrame>`};
  });
}
`;
}
