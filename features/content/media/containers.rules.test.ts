import { describe, expect, test } from "vitest";
import { readContainer } from "#features/content/media/containers.rules.ts";

const chunk = (name: string, data = Buffer.alloc(0)) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, "latin1"), data, Buffer.alloc(4)]);
};
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = Buffer.concat([
  pngStart,
  chunk("IHDR", Buffer.alloc(13)),
  chunk("IDAT", Buffer.alloc(40)),
  chunk("IEND"),
]);

const segment = (marker: number, data: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
};
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  // A small picture within its facts, which ends there and not the large one.
  segment(0xe1, Buffer.from([0xff, 0xd8, 0xff, 0xd9])),
  segment(0xc0, Buffer.alloc(15)),
  segment(0xda, Buffer.alloc(10)),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd3, 3, 0xff, 0xd9]),
]);

const riff = (body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length + 4);
  return Buffer.concat([Buffer.from("RIFF"), size, Buffer.from("WEBP"), body]);
};
const part = (name: string, length: number) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length);
  return Buffer.concat([Buffer.from(name), size, Buffer.alloc(length + (length % 2))]);
};
const webp = riff(part("VP8 ", 31));

const whole = { png, jpeg, webp } as const;
const archive = Buffer.from("PK\u0003\u0004 an archive");

describe("what a file is", () => {
  test.each(Object.entries(whole))("a %s file is told by its structure from end to end", (kind, bytes) => {
    expect(readContainer(bytes)).toBe(kind);
  });

  test.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["an SVG behind an XML line", '<?xml version="1.0"?><svg/>'],
    ["a GIF", "GIF89a\u0001\u0000\u0001\u0000"],
    ["a page", "<!doctype html><title>x</title>"],
    ["an archive", "PK\u0003\u0004"],
    ["a sound in the same wrapping as a WebP", "RIFF\u0004\u0000\u0000\u0000WAVE"],
    ["nothing", ""],
  ])("%s is no picture that may be stored", (_name, text) => {
    expect(readContainer(Buffer.from(text, "latin1"))).toEqual({ fault: "strange" });
  });

  test("a file that ends before its picture is broken, wherever it is cut", () => {
    for (const [kind, bytes] of Object.entries(whole))
      for (let length = 12; length < bytes.length; length += 1)
        expect(readContainer(bytes.subarray(0, length)), `${kind} cut at ${length}`).toEqual({
          fault: "broken",
        });
  });

  test("a file with something else behind its picture is refused as two things in one", () => {
    for (const [kind, bytes] of Object.entries(whole))
      expect(readContainer(Buffer.concat([bytes, archive])), kind).toEqual({ fault: "more" });
  });

  test("a picture that a telephone puts behind another one is no strange thing", () => {
    expect(readContainer(Buffer.concat([jpeg, Buffer.alloc(7), jpeg]))).toBe("jpeg");
    expect(readContainer(Buffer.concat([jpeg, jpeg, archive]))).toEqual({ fault: "more" });
  });

  test("pictures that move are told from those that stand still", () => {
    const moving = Buffer.concat([pngStart, chunk("IHDR", Buffer.alloc(13)), chunk("acTL"), chunk("IEND")]);
    expect(readContainer(moving)).toEqual({ fault: "moving" });
    expect(readContainer(riff(Buffer.concat([part("VP8X", 10), part("ANIM", 6)])))).toEqual({
      fault: "moving",
    });
  });

  test("lengths that lead beyond the file, or nowhere, end the walk", () => {
    const far = Buffer.from(png);
    far.writeUInt32BE(0xffffffff, 8);
    expect(readContainer(far)).toEqual({ fault: "broken" });
    const still = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(20)]);
    expect(readContainer(still)).toEqual({ fault: "broken" });
  });
});
