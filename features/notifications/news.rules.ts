/** Something that happened to a user, as webhooks, browsers and chats are told of it. */
export type UserNews = {
  readonly userId: number;
  readonly type: string;
  readonly subjectId: number;
  readonly objectId: number;
  readonly happenedAt: Date;
  /** When an SMS or an extension came, by the deadlines' clock. */
  readonly markedAt: Date | null;
};

/** The first six columns of `unnest` in every statement that looks for who is told, in the order of `UserNews`. */
export function newsColumns(news: readonly UserNews[]): unknown[][] {
  return [
    news.map(({ userId }) => userId),
    news.map(({ type }) => type),
    news.map(({ subjectId }) => subjectId),
    news.map(({ objectId }) => objectId),
    news.map(({ happenedAt }) => happenedAt),
    news.map(({ markedAt }) => markedAt),
  ];
}
