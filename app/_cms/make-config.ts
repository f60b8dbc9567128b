import path from "node:path";
import { postgresAdapter } from "@payloadcms/db-postgres";
import {
  BlockquoteFeature,
  BoldFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  InlineCodeFeature,
  InlineToolbarFeature,
  ItalicFeature,
  LinkFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  StrikethroughFeature,
  UnderlineFeature,
  UnorderedListFeature,
} from "@payloadcms/richtext-lexical";
import { buildConfig, type Payload, type PayloadEmailAdapter, type SanitizedConfig } from "payload";
import { articles } from "#app/_cms/collections/articles.ts";
import { makeEditors } from "#app/_cms/collections/editors.ts";
import { faqEntries, faqTopics } from "#app/_cms/collections/faq.ts";
import { makeMedia } from "#app/_cms/collections/media.ts";
import { menus } from "#app/_cms/collections/menus.ts";
import { pages } from "#app/_cms/collections/pages.ts";
import { redirects } from "#app/_cms/collections/redirects.ts";
import { tags } from "#app/_cms/collections/tags.ts";
import { pictureBytes } from "#features/content/media/pictures.rules.ts";
import { CMS_ROLE } from "#lib/db/app-role.ts";
import { defaultLocale, localeFacts, locales } from "#lib/i18n/locales.ts";

const FOLDER = path.resolve("app/_cms");

type DeskFacts = {
  /** With the desk's own login. */
  databaseUrl: string;
  /** What the front door signs editors with. */
  key: string;
  publicUrl: string;
  brandName: string;
  logLevel: string;
  /** Where pictures are stored. */
  pictures: string;
};

/** The whole of the content desk. */
export function makeConfig({
  databaseUrl,
  key,
  publicUrl,
  brandName,
  logLevel,
  pictures,
}: DeskFacts): Promise<SanitizedConfig> {
  const editors = makeEditors(key);
  return buildConfig({
    secret: key,
    serverURL: publicUrl,
    routes: { admin: "/admin", api: "/cms-api" },
    graphQL: { disable: true },
    telemetry: false,
    email: noMail,
    // A JSON line per event, as all processes write them.
    logger: { options: { level: logLevel } },
    admin: {
      user: editors.slug,
      avatar: "default",
      meta: { titleSuffix: ` · ${brandName}` },
      importMap: {
        autoGenerate: false,
        baseDir: FOLDER,
        importMapFile: path.join(FOLDER, "import-map.ts"),
      },
      components: { logout: { Button: "/parts/back-to-desk.island.tsx#BackToDesk" } },
    },
    localization: {
      locales: locales.map((code) => ({ code, label: localeFacts[code].name })),
      defaultLocale,
      // Field by field it would show English summaries as if they were translated: the site falls back on whole texts.
      fallback: false,
    },
    db: postgresAdapter({
      pool: {
        connectionString: databaseUrl,
        // One of them is the adapter's own watch on the connection.
        max: 6,
        application_name: "sms-den cms",
        options: `-c role=${CMS_ROLE}`,
      },
      schemaName: "cms",
      // Tables come with the product's own migrations, and with nothing else.
      push: false,
      disableCreateDatabase: true,
      migrationDir: path.join(FOLDER, "data"),
    }),
    // What the site renders (features/content/rich-text): nothing else can be written.
    editor: lexicalEditor({
      features: [
        ParagraphFeature(),
        HeadingFeature({ enabledHeadingSizes: ["h2", "h3"] }),
        BoldFeature(),
        ItalicFeature(),
        UnderlineFeature(),
        StrikethroughFeature(),
        InlineCodeFeature(),
        LinkFeature({ enabledCollections: [] }),
        OrderedListFeature(),
        UnorderedListFeature(),
        BlockquoteFeature(),
        HorizontalRuleFeature(),
        InlineToolbarFeature(),
      ],
    }),
    upload: {
      // Whoever sends more than the front door takes is told nothing: this limit comes before that one.
      limits: { fileSize: pictureBytes },
      abortOnLimit: true,
      responseOnLimit: "The file is too heavy: 6 MB at most",
    },
    onInit: watchPool,
    collections: [
      articles,
      tags,
      pages,
      menus,
      faqTopics,
      faqEntries,
      redirects,
      makeMedia(pictures),
      editors,
    ],
    typescript: { autoGenerate: false },
  });
}

/** Nobody is written to from here: who edits has an account of the product. */
const noMail: PayloadEmailAdapter = () => ({
  name: "none",
  defaultFromAddress: "",
  defaultFromName: "",
  sendEmail: () => Promise.reject(new Error("The content desk sends no mail")),
});

/** An idle connection that breaks must not end the process; the pool replaces it. */
function watchPool({ db, logger }: Payload): void {
  db.pool.on("error", (error) => logger.warn({ error: error.message }, "idle database connection lost"));
}
