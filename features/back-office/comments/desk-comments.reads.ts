import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { CommentView } from "#features/back-office/comments/desk-comments.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { listComments } from "#features/community/comments/comments.reads.ts";
import type { CommentQueue } from "#features/community/comments/comments.rules.ts";
import { listArticlePlaces } from "#features/content/blog/blog.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** Comments as the desk shows them, oldest first: they wait. */
export async function listCommentViews(
  db: Db,
  asked: { queue: CommentQueue; after?: number | undefined },
): Promise<Page<CommentView>> {
  const { items, hasMore } = pageFrom(await listComments(db, asked, deskPageSize + 1));
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, decidedBy }) => [userId, decidedBy]),
  );
  const places = await listArticlePlaces(
    db,
    items.map(({ articleId }) => articleId),
  );
  const articles = new Map(places.map(({ id, slug, title }) => [id, { slug, title }]));
  const views = items.map((item) => {
    const { userId, articleId, parentId: _, decidedBy, decidedAt, createdAt, flags, ...comment } = item;
    return {
      ...comment,
      flags: [...flags],
      article: articles.get(articleId) ?? null,
      account: nameOf(userId),
      decidedBy: decidedBy === null ? null : nameOf(decidedBy),
      decidedAt: decidedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    };
  });
  return { items: views, hasMore };
}
