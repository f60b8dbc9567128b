import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { KeptDocument } from "#lib/api/kept-document.ts";

const content = { list: Array.from({ length: 1_000 }, (_, id) => ({ id, name: "a name of some length" })) };

function given() {
  const make = vi.fn(() => content);
  const document = new KeptDocument(make, 300);
  const ask = (headers: Record<string, string> = {}) =>
    document.answer(new Request("http://localhost/document", { headers }));
  return { make, ask };
}

it("a document is made, written and compressed once, however many ask for it", async () => {
  const { make, ask } = given();
  const written = vi.spyOn(JSON, "stringify");
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => ask(at % 2 ? { "accept-encoding": "gzip, br" } : {})),
  );
  expect(make).toHaveBeenCalledTimes(1);
  expect(written.mock.calls.filter(([value]) => value === content)).toHaveLength(1);
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
});

it("a document goes out in the best encoding that the client takes", async () => {
  const { ask } = given();
  const bytes = async (encodings: string) =>
    Buffer.from(await (await ask({ "accept-encoding": encodings })).arrayBuffer());
  expect(JSON.parse(brotliDecompressSync(await bytes("gzip, br")).toString())).toEqual(content);
  expect(JSON.parse(gunzipSync(await bytes("gzip")).toString())).toEqual(content);
  expect(JSON.parse((await bytes("br;q=0, identity")).toString())).toEqual(content);
  expect((await bytes("br")).length).toBeLessThan(JSON.stringify(content).length / 5);
});

it("a document is not sent to a client that has it already, in the encoding that was sent", async () => {
  const { ask } = given();
  for (const encodings of ["br", "gzip", "identity"]) {
    const first = await ask({ "accept-encoding": encodings });
    const etag = first.headers.get("etag") as string;
    const again = await ask({ "accept-encoding": encodings, "if-none-match": etag });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    expect(first.headers.get("vary")).toBe("Accept-Encoding");
  }
});
