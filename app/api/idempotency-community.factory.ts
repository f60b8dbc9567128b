import { randomUUID } from "node:crypto";
import type { Wish, WishInput } from "#app/api/idempotency-stores.factory.ts";
import {
  givenComment,
  givenFeedback,
  givenReview,
  givenShownComment,
} from "#features/community/community.factory.ts";
import { replyToken } from "#features/community/feedback/reply-token.reads.ts";
import { givenArticle } from "#features/content/content.factory.ts";
import { markEditor } from "#features/identity/staff.factory.ts";
import type { Db } from "#lib/db/pool.ts";

/** Two inputs of each endpoint of what people send in, and of editors, that takes a key, both of which could be carried out. `owner`: the tables' owner. */
export function communityWishes(db: Db, owner: Db): Record<string, Wish> {
  const of = (id: number, body: object): WishInput => ({ params: { id }, body });
  const asked = (nth: number): WishInput => ({
    body: { website: `shop${nth}.example`, smsText: "Your code is 1234" },
  });
  const closed = (nth: number): WishInput => ({
    body: { decision: "close", site: `shop${nth}.example`, reason: "not sold" },
  });
  // Waves of equal words are refused.
  const words = (name: string) => `${name} ${randomUUID()}`;
  const written = (name: string): WishInput => ({ body: { name, message: words(name) } });
  const reviewed = (name: string): WishInput => ({ body: { name, text: words(name), rating: 5 } });
  const commented = (article: string): WishInput => ({
    body: { name: "Anna", text: words("Good"), article },
  });
  return {
    requestService: async () => [asked(0), asked(1)],
    askForStock: async () => [{ body: { serviceId: 1 } }, { body: { serviceId: 52 } }],
    deskDecideServiceRequests: async () => [closed(0), closed(1)],
    sendFeedback: async () => [written("First"), written("Second")],
    writeOnFeedback: async ({ userId }) => {
      const number = await givenFeedback(db, { userId });
      const next = (name: string) => ({ body: { number, token: replyToken(number), message: words(name) } });
      return [next("First"), next("Second")];
    },
    deskDecideFeedback: async ({ userId }) => [
      of(await givenFeedback(db, { userId }), {
        decision: "answer",
        answer: "It is here.",
        reason: "as asked",
      }),
      of(await givenFeedback(db, { userId }), { decision: "close", reason: "nonsense" }),
    ],
    clearKeptPages: async ({ userId }) => {
      await markEditor(db, userId);
      return [{ body: { kind: "faq" } }, { body: { kind: "pages" } }];
    },
    sendReview: async () => [reviewed("First"), reviewed("Second")],
    deskDecideReview: async () => [
      of(await givenReview(db), { decision: "approve", reason: "kind words" }),
      of(await givenReview(db), { decision: "reject", reason: "not about us" }),
    ],
    sendComment: async () => {
      const slug = `article-${randomUUID()}`;
      await givenArticle(owner, { slug, texts: { en: { title: "News", body: ["Text."] } } });
      return [commented(slug), commented(slug)];
    },
    editComment: async ({ userId }) => {
      const id = await givenComment(db, { userId, articleId: 1 });
      return [
        of(id, { name: "Anna", text: words("First") }),
        of(id, { name: "Anna", text: words("Second") }),
      ];
    },
    reportComment: async ({ userId }) => [
      { params: { id: await givenShownComment(db, { userId, articleId: 4 }) } },
      { params: { id: await givenShownComment(db, { userId, articleId: 4 }) } },
    ],
    deskDecideComment: async ({ userId }) => [
      of(await givenComment(db, { userId, articleId: 2 }), {
        decision: "approve",
        edits: 0,
        reason: "it helps",
      }),
      of(await givenComment(db, { userId, articleId: 3 }), {
        decision: "reject",
        edits: 0,
        reason: "off the subject",
      }),
    ],
  };
}
