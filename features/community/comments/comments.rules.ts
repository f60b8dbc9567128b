import { stateTable } from "#lib/state-table.ts";

export const commentStates = ["waiting", "approved", "rejected"] as const;
export type CommentState = (typeof commentStates)[number];

export const commentEvents = ["approve", "reject", "keep"] as const;
export type CommentEvent = (typeof commentEvents)[number];

/** The state table: what is shown may be taken down or, where readers reported it, kept; what was refused may be shown after all. */
export const commentSteps = stateTable<CommentState, CommentEvent>(commentStates, {
  waiting: { approve: "approved", reject: "rejected" },
  approved: { reject: "rejected", keep: "approved" },
  rejected: { approve: "approved" },
});

/** What the staff look through: comments in a state, or shown ones that readers reported. */
export const commentQueues = [...commentStates, "reported"] as const;
export type CommentQueue = (typeof commentQueues)[number];

/** What the staff may decide about a comment: to keep one is an answer to reports. */
export function decisionsOf({ state, reports }: { state: CommentState; reports: number }): CommentEvent[] {
  return commentEvents.filter(
    (event) => commentSteps.nextState(state, event) !== null && (event !== "keep" || reports > 0),
  );
}

export const commentLimits = {
  nameCharacters: 80,
  textCharacters: 2_000,
  links: 1,
  /** So long its author may write it anew, while it waits. */
  editMinutes: 10,
  /** So many are shown under an article, with their replies. */
  shown: 200,
  /** Rejected ones are kept so long. */
  rejectedDays: 90,
} as const;

/** What drops the page of an article when its comments change. */
export function commentsTag(articleId: number): string {
  return `comments:${articleId}`;
}

type Placed = { readonly id: number; readonly parentId: number | null };
export type Thread<Comment extends Placed> = Comment & { readonly replies: readonly Comment[] };

/** Comments with their replies below them, both in the order given; a reply to what is not among them is left out. */
export function threadsOf<Comment extends Placed>(comments: readonly Comment[]): Thread<Comment>[] {
  return comments
    .filter(({ parentId }) => parentId === null)
    .map((comment) => ({ ...comment, replies: comments.filter(({ parentId }) => parentId === comment.id) }));
}
