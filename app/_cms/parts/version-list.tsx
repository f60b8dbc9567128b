import "#app/_cms/parts/version-list.css";
import { Gutter, Pill, SetDocumentStepNav, Table } from "@payloadcms/ui";
import { notFound } from "next/navigation";
import type { Column, DocumentViewServerProps, PayloadRequest, SanitizedCollectionConfig } from "payload";
import { Fragment, type ReactNode } from "react";
import { VersionChoice, VersionMoment } from "#app/_cms/parts/version-moment.island.tsx";
import { authorOf, statesOf, type VersionRow } from "#app/_cms/parts/version-state.ts";

/** The former states of a document with who saved each, in place of Payload's list, which does not name them. */
export async function VersionList({
  hasPublishedDoc,
  initPageResult: { collectionConfig, docID, req },
  versions: { disableGutter: isInDrawer = false } = {},
}: DocumentViewServerProps) {
  if (!collectionConfig || docID === undefined) notFound();
  const rows = await findVersions(req, collectionConfig, docID);
  const columns = [
    column("updatedAt", req.t("general:updatedAt"), rows.map(moment)),
    column("editedBy", "Author", rows.map(authorOf)),
    ...(collectionConfig.versions?.drafts ? [stateColumn(req, rows, hasPublishedDoc)] : []),
  ];
  const Frame = isInDrawer ? Fragment : Gutter;
  return (
    <main className="versions">
      <SetDocumentStepNav
        collectionSlug={collectionConfig.slug}
        id={docID}
        pluralLabel={pluralOf(req, collectionConfig)}
        useAsTitle={collectionConfig.admin.useAsTitle}
        view={req.t("version:versions")}
      />
      <Frame {...(isInDrawer ? {} : { className: "versions__wrap" })}>
        {rows.length > 0 ? (
          <Table columns={columns} data={rows.map(({ id }) => ({ id }))} />
        ) : (
          <p className="versions__no-versions">{req.t("version:noFurtherVersionsFound")}</p>
        )}
      </Frame>
    </main>
  );

  function moment({ id, updatedAt }: VersionRow): ReactNode {
    if (isInDrawer) return <VersionChoice key={id} id={id} updatedAt={updatedAt} />;
    const href = `/admin/collections/${collectionConfig?.slug}/${docID}/versions/${id}`;
    return <VersionMoment key={id} href={href} updatedAt={updatedAt} />;
  }
}

/** All of them, the newest first: no more are kept than a page holds. */
async function findVersions(
  req: PayloadRequest,
  { slug, versions }: SanitizedCollectionConfig,
  docId: number | string,
): Promise<readonly VersionRow[]> {
  const ofDocument = { parent: { equals: docId } };
  const { docs } = await req.payload.findVersions({
    collection: slug as never,
    depth: 1,
    locale: req.locale as never,
    overrideAccess: false,
    pagination: false,
    populate: { editors: { name: true } } as never,
    req,
    select: { updatedAt: true, publishedLocale: true, version: { _status: true, editedBy: true } } as never,
    sort: "-updatedAt",
    user: req.user,
    // Where one language was published alone, its drafts in the others are kept beside it, which nobody has saved.
    where: versions?.drafts ? { and: [ofDocument, { snapshot: { not_equals: true } }] } : ofDocument,
  });
  return docs as unknown as readonly VersionRow[];
}

function column(accessor: string, heading: string, cells: readonly ReactNode[]): Column {
  const field = { name: accessor, type: "text" } as Column["field"];
  return { accessor, active: true, field, Heading: heading, renderedCells: [...cells] };
}

function stateColumn(req: PayloadRequest, rows: readonly VersionRow[], isPublished: boolean): Column {
  const states = statesOf(rows, isPublished);
  const cells = rows.map(({ id, publishedLocale }, at) => {
    const state = states[at] ?? "draft";
    return (
      <Pill key={id} size="small" pillStyle={state === "currentlyPublished" ? "success" : "light"}>
        {req.t(`version:${state}`)}
        {publishedLocale ? ` (${publishedLocale})` : ""}
      </Pill>
    );
  });
  return column("_status", req.t("version:status"), cells);
}

function pluralOf({ i18n, t }: PayloadRequest, { labels: { plural } }: SanitizedCollectionConfig) {
  return typeof plural === "function" ? plural({ i18n, t }) : plural;
}
