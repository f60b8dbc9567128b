import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makePicture } from "#features/content/media/picture-maker.gateway.ts";
import { isPictureName, pictureBytes } from "#features/content/media/pictures.rules.ts";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c33" } });

/** A PNG of so many dots whose file is a few bytes: nobody has to have the dots to say so. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(checksum(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

async function made(bytes: Buffer) {
  const picture = await makePicture(bytes);
  if ("fault" in picture) throw new Error(`refused: ${picture.fault}`);
  return picture;
}

describe("making a picture for the store", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "a %s becomes WebP files named by their content",
    async (kind) => {
      const picture = await made(await plain(1200, 800).toFormat(kind).toBuffer());
      expect([picture.width, picture.height]).toEqual([1200, 800]);
      expect(picture.name).toBe(`${createHash("sha256").update(picture.bytes).digest("hex")}.webp`);
      const files = [...picture.narrow, picture];
      expect(files.map(({ name }) => isPictureName(name))).toEqual([true, true, true, true]);
      const facts = await Promise.all(files.map(({ bytes }) => sharp(bytes).metadata()));
      expect(facts.map(({ format, width }) => [format, width])).toEqual([
        ["webp", 96],
        ["webp", 480],
        ["webp", 960],
        ["webp", 1200],
      ]);
    },
  );

  test("a picture wider than any page is made narrower, and a small one is left as small as it is", async () => {
    const wide = await made(await plain(4000, 1000).jpeg().toBuffer());
    expect([wide.width, wide.height]).toEqual([1920, 480]);
    const small = await made(await plain(40, 30).png().toBuffer());
    expect([small.width, small.height, small.narrow]).toEqual([40, 30, []]);
  });

  test("where and with what a picture was taken is not kept, and it stands upright", async () => {
    const sent = await plain(60, 30)
      .jpeg()
      .withExif({ IFD0: { Copyright: "<script>alert(1)</script>" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes, width, height } = await made(sent);
    expect([width, height]).toEqual([30, 60]);
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes("<script>")).toBe(false);
  });
});

describe("what is refused", () => {
  test("more dots than are taken are refused by the header, before they are unpacked", async () => {
    const packed = bomb(60_000, 60_000);
    expect(packed.length).toBeLessThan(5_000);
    const before = process.memoryUsage().rss;
    expect(await makePicture(packed)).toEqual({ fault: "large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  test("a file of more bytes than are taken is refused unread", async () => {
    expect(await makePicture(Buffer.alloc(pictureBytes + 1))).toEqual({ fault: "heavy" });
  });

  test("a header that promises dots which do not come is a broken picture", async () => {
    expect(await makePicture(bomb(3_000, 3_000))).toEqual({ fault: "broken" });
  });

  test("dots that are spoilt in the middle are a broken picture", async () => {
    const whole = await plain(300, 300).png().toBuffer();
    const at = whole.indexOf("IDAT") + 4;
    expect(await makePicture(Buffer.from(whole).fill(0x55, at, whole.length - 16))).toEqual({
      fault: "broken",
    });
  });

  test("a picture that is a page or an archive besides is refused, and so is a moving one", async () => {
    const still = await plain(20, 20).jpeg().toBuffer();
    for (const other of ["<html><script>alert(1)</script>", "PK\u0003\u0004"])
      expect(await makePicture(Buffer.concat([still, Buffer.from(other)]))).toEqual({ fault: "more" });
    const frames = await Promise.all(["#111", "#eee"].map(frameOf));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: 100 })
      .toBuffer();
    expect(await makePicture(moving)).toEqual({ fault: "moving" });
  });

  test("a name and a type that say picture do not make an SVG one", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    expect(await makePicture(svg)).toEqual({ fault: "strange" });
  });
});

function frameOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
}
