import { expect, test } from "vitest";
import { givenArticle, givenPage } from "#features/content/content.factory.ts";
import { makePublicationSweep } from "#features/content/publications.jobs.ts";
import { listen } from "#lib/db/listen.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const texts = { en: { title: "Later", body: ["Now."] } };

test("what is published for later is announced to kept pages when its time comes, by a worker that began before or after", async () => {
  const heard: string[] = [];
  let isListening = false;
  const notices = listen(url, {
    applicationName: "test notices",
    channels: { page_tags: (payload) => heard.push(payload) },
    onConnected: () => {
      isListening = true;
    },
  });
  try {
    await eventually(() => expect(isListening).toBe(true));
    await givenArticle(owner, { slug: "later", texts, inMinutes: 60 });
    await givenPage(owner, { slug: "later", texts, inMinutes: 90 });
    const sweep = makePublicationSweep();
    expect(sweep.everyMs).toBeLessThan(1_000);
    await sweep.run(db);
    await moveClock(owner, "61 minutes");
    await sweep.run(db);
    await eventually(() => expect(heard).toEqual(["content:articles"]));
    await moveClock(owner, "1 minute");
    await sweep.run(db);
    await makePublicationSweep().run(db);
    await eventually(() => expect(heard).toEqual(["content:articles", "content:articles"]));
    await moveClock(owner, "30 minutes");
    await makePublicationSweep().run(db);
    await eventually(() => expect(heard.slice(2)).toEqual(["content:pages"]));
  } finally {
    await notices.close();
  }
});
