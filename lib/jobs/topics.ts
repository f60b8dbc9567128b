import type { z } from "zod";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { defineJob, enqueue, type Job } from "#lib/jobs/queue.ts";

/**
 * Something that happened in one feature and that features further down care about: a call against the order of the
 * features. It is a job, so it exists if and only if the transaction that published it commits.
 */
export type Topic<Payload = unknown> = { readonly name: string; readonly payload: z.ZodType<Payload> };

/** What one feature does about it. Runs at least once, beside others: must be idempotent and re-read its rows. */
export type Subscriber = {
  readonly topic: string;
  readonly name: string;
  readonly handle: (db: Db, payload: never) => Promise<void>;
};

/** Declares a topic; its owner publishes it. */
export function defineTopic<Payload>(topic: Topic<Payload>): Topic<Payload> {
  return topic;
}

/** Declares what a feature does about a topic of a feature above it. */
export function subscribe<Payload>(
  topic: Topic<Payload>,
  name: string,
  handle: (db: Db, payload: Payload) => Promise<void>,
): Subscriber {
  return { topic: topic.name, name, handle };
}

/** Tells all subscribers, after the caller's transaction commits. */
export function publish<Payload>(tx: Queryable, topic: Topic<Payload>, payload: Payload): Promise<void> {
  return enqueue(tx, topicJob(topic, []), payload);
}

/** The jobs that the worker takes for topics: each runs the topic's subscribers one after the other. */
export function topicJobs(topics: readonly Topic<never>[], subscribers: readonly Subscriber[]): Job<never>[] {
  return (topics as unknown as readonly Topic[]).map(
    (topic) =>
      topicJob(
        topic,
        subscribers.filter((subscriber) => subscriber.topic === topic.name),
      ) as unknown as Job<never>,
  );
}

function topicJob<Payload>(topic: Topic<Payload>, subscribers: readonly Subscriber[]): Job<Payload> {
  return defineJob({
    name: topic.name,
    payload: topic.payload,
    handler: async (db, payload) => {
      for (const subscriber of subscribers) await subscriber.handle(db, payload as never);
    },
  });
}
