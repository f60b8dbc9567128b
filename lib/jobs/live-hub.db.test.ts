import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterEach, describe, expect, it, vi } from "vitest";
import { encodeEvent } from "#lib/api/event-streams.ts";
import { listen } from "#lib/db/listen.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { LiveHub, type LiveHubOptions, type OpenRequest, type StreamView } from "#lib/jobs/live-hub.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const decoder = new TextDecoder();

const hubs: { close(): void }[] = [];
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close();
});

function openHub(options: Partial<LiveHubOptions<StreamView>> = {}): LiveHub<StreamView> {
  const hub = new LiveHub<StreamView>({
    db,
    encode: async (_userId, events) => {
      const id = Math.max(...events.map((event) => event.id));
      return encodeEvent({ id, event: "seen", data: events.map((event) => event.data.n) });
    },
    streamsPerUser: 50,
    proveAgainEveryMs: 60_000,
    ...options,
  });
  hubs.push(hub);
  return hub;
}

type Reader = { text: () => string; ended: () => boolean; numbers: () => number[]; lastId: () => number };

async function read(
  hub: LiveHub<StreamView>,
  request: Partial<OpenRequest<StreamView>> & { userId: number },
): Promise<Reader> {
  const { body } = await hub.open({
    view: { name: "en" },
    lastEventId: null,
    prove: async () => ({ endsInMs: null }),
    ...request,
  });
  let text = "";
  let ended = false;
  void (async () => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true });
    ended = true;
  })();
  return {
    text: () => text,
    ended: () => ended,
    numbers: () =>
      [...text.matchAll(/event: seen\ndata: (.*)\n/g)].flatMap((match) => JSON.parse(match[1]!) as number[]),
    lastId: () => Number([...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]),
  };
}

async function emit(userId: number, n: number): Promise<void> {
  await withTransaction(db, (tx) => emitEvent(tx, { userId, kind: "test", data: { n } }));
}

describe("live streams", () => {
  it("tells a user's events to their streams and to nobody else's", async () => {
    const hub = openHub();
    const [mine, alsoMine, other] = [
      await read(hub, { userId: 1 }),
      await read(hub, { userId: 1 }),
      await read(hub, { userId: 2 }),
    ];
    await emit(1, 11);
    hub.wake();
    await eventually(() => expect(alsoMine.numbers()).toEqual([11]));
    expect(mine.numbers()).toEqual([11]);
    expect(other.numbers()).toEqual([]);
    expect(mine.text()).toMatch(/^retry: \d+\n\nid: \d+\nevent: ready\n/);
  });

  it("finds events by itself when every notice is lost", async () => {
    const hub = openHub();
    const reader = await read(hub, { userId: 3 });
    await emit(3, 31);
    await eventually(() => expect(reader.numbers()).toEqual([31]));
  });

  it("is woken by the notice after a commit", async () => {
    const hub = openHub();
    const listening = listen(url, { channels: { job_events: () => hub.wake() } });
    await listening.ready;
    // Nothing is looked for every second.
    const interval = vi.spyOn(globalThis, "setInterval").mockReturnValue({} as NodeJS.Timeout);
    const reader = await read(hub, { userId: 4 });
    interval.mockRestore();
    await emit(4, 41);
    notifyListeners(db);
    await eventually(() => expect(reader.numbers()).toEqual([41]));
    await listening.close();
  });

  it("tells an event whose transaction committed after a younger one", async () => {
    const hub = openHub();
    const reader = await read(hub, { userId: 5 });
    await withTransaction(db, async (tx) => {
      await emitEvent(tx, { userId: 5, kind: "test", data: { n: 51 } });
      await emit(5, 52);
      hub.wake();
      await eventually(() => expect(reader.numbers()).toEqual([52]));
    });
    hub.wake();
    await eventually(() => expect(reader.numbers()).toEqual([52, 51]));
    hub.wake();
    await pause(50);
    expect(reader.numbers()).toEqual([52, 51]);
  });

  it("loses nothing of 300 events from 30 writers at once, and tells each once", async () => {
    const hub = openHub();
    const reader = await read(hub, { userId: 6 });
    const writers = Array.from({ length: 30 }, async (_, writer) => {
      for (let index = 0; index < 10; index += 1) {
        await emit(6, writer * 10 + index);
        hub.wake();
      }
    });
    await Promise.all(writers);
    await eventually(() => expect(reader.numbers().length).toBe(300));
    expect(new Set(reader.numbers()).size).toBe(300);
  });

  it("sends what was missed after a cut, from the last event on", async () => {
    const hub = openHub();
    const before = await read(hub, { userId: 7 });
    await emit(7, 71);
    hub.wake();
    await eventually(() => expect(before.numbers()).toEqual([71]));
    hub.streams.closeAll();
    await emit(7, 72);
    await emit(8, 80);
    const after = await read(hub, { userId: 7, lastEventId: before.lastId() });
    await eventually(() => expect(after.numbers()).toContain(72));
    expect(after.numbers()).not.toContain(80);
    expect(after.text()).toContain('{"resumed":true}');
  });

  it("says so when it cannot tell what was missed: the events are gone, or the id is of another database", async () => {
    const hub = openHub();
    const { lastId, ...before } = await read(hub, { userId: 70 });
    await emit(70, 701);
    hub.wake();
    await eventually(() => expect(before.numbers()).toEqual([701]));
    const place = lastId();
    hub.streams.closeAll();
    await emit(70, 702);
    const resumed = async (lastEventId: number) => {
      const reader = await read(hub, { userId: 70, lastEventId });
      await eventually(() => expect(reader.text()).toContain("event: ready"));
      return reader.text().includes('{"resumed":true}');
    };
    expect(await resumed(place)).toBe(true);
    expect(await resumed(place + 1_000_000)).toBe(false);
    // What the reader has seen may go, and the last of what is kept borders on it.
    await execute(owner, sql`delete from job_events where id <= ${place}`);
    expect(await resumed(place)).toBe(true);
    expect(await resumed(place - 1)).toBe(false);
    await execute(owner, sql`delete from job_events`);
    expect(await resumed(place)).toBe(false);
  });

  it("tells an event whose transaction was open when the first stream of the process was opened", async () => {
    const hub = openHub();
    await withTransaction(db, async (tx) => {
      await emitEvent(tx, { userId: 71, kind: "test", data: { n: 711 } });
      await emit(71, 712);
      const reader = await read(hub, { userId: 71 });
      setTimeout(() => hub.wake(), 100);
      await eventually(() => expect(reader.numbers()).toContain(712));
      return reader;
    }).then((reader) => eventually(() => expect(reader.numbers()).toContain(711)));
  });

  it("tells streams of one view the same, and each view its own", async () => {
    const seen: string[] = [];
    const hub = openHub({
      encode: async (_userId, _events, view) => {
        seen.push(view.name);
        return encodeEvent({ event: "seen", data: [view.name.length] });
      },
    });
    const views = ["a", "a", "bb"];
    const readers = await Promise.all(views.map((name) => read(hub, { userId: 72, view: { name } })));
    await pause(50);
    seen.length = 0;
    await emit(72, 1);
    hub.wake();
    await eventually(() => expect(readers.map((reader) => reader.numbers().at(-1))).toEqual([1, 1, 2]));
    expect(seen).toEqual(["a", "bb"]);
  });

  it("closes the oldest of more than 50 streams", async () => {
    const hub = openHub();
    const readers: Reader[] = [];
    for (let index = 0; index < 52; index += 1) readers.push(await read(hub, { userId: 9 }));
    await eventually(() => expect(readers.filter((reader) => reader.ended()).length).toBe(2));
    expect(readers[0]!.ended() && readers[1]!.ended()).toBe(true);
    expect(hub.streams.count).toBe(50);
  });

  it("closes a reader that does not read, and keeps serving the others", async () => {
    const hub = openHub({ encode: async () => Buffer.alloc(50_000, "x") });
    const lazy = await hub.open({
      userId: 10,
      view: { name: "en" },
      lastEventId: null,
      prove: async () => ({ endsInMs: null }),
    });
    const reader = await read(hub, { userId: 10 });
    for (let index = 0; index < 6; index += 1) {
      await emit(10, index);
      hub.wake();
      await eventually(() => expect(reader.text().length).toBeGreaterThan(50_000 * (index + 1)));
    }
    expect(hub.streams.count).toBe(1);
    await lazy.body?.cancel();
  });

  it("closes a stream whose session has ended, and no other", async () => {
    let isIn = true;
    const hub = openHub({ proveAgainEveryMs: 50 });
    const leaving = await read(hub, { userId: 11, prove: async () => (isIn ? { endsInMs: null } : null) });
    const unsure = await read(hub, {
      userId: 11,
      prove: () => Promise.reject(new Error("database away")),
    });
    await pause(120);
    expect(leaving.ended()).toBe(false);
    isIn = false;
    await eventually(() => expect(leaving.ended()).toBe(true));
    expect(unsure.ended()).toBe(false);
  });

  it("asks at the date by which a session ends, and again where the database was away", async () => {
    const hub = openHub();
    const answers = [
      async () => ({ endsInMs: 50 }),
      () => Promise.reject(new Error("database away")),
      async () => null,
    ];
    const ending = await read(hub, { userId: 14, prove: () => (answers.shift() ?? (async () => null))() });
    const moved = [{ endsInMs: 50 }, { endsInMs: 3_600_000 }];
    const staying = await read(hub, { userId: 14, prove: async () => moved.shift() ?? null });
    // Long before anybody looks.
    await eventually(() => expect(ending.ended()).toBe(true));
    expect([answers.length, moved.length, staying.ended()]).toEqual([0, 0, false]);
  });

  it("asks once more when a stream has been opened: what ended meanwhile was told to nobody", async () => {
    const reader = await read(openHub(), { userId: 15, prove: async () => null });
    await eventually(() => expect(reader.ended()).toBe(true));
  });

  it("reads again when what an event speaks of could not be read", async () => {
    let isBroken = true;
    const hub = openHub({
      encode: async (_userId, events) => {
        if (isBroken) throw new Error("away");
        return encodeEvent({ event: "seen", data: events.map((event) => event.data.n) });
      },
    });
    const reader = await read(hub, { userId: 12 });
    await emit(12, 121);
    hub.wake();
    await pause(100);
    isBroken = false;
    await emit(12, 122);
    hub.wake();
    await eventually(() => expect(reader.numbers()).toEqual([121, 122]));
  });

  it("costs the database nothing while nobody listens", async () => {
    const hub = openHub();
    await read(hub, { userId: 13 });
    hub.streams.closeAll();
    await execute(db, sql`select 1`);
    const spy = vi.spyOn(db, "query");
    hub.wake();
    await pause(1_200);
    expect(spy).not.toHaveBeenCalled();
  });
});
