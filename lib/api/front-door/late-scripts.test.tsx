import { afterEach, describe, expect, it, vi } from "vitest";
import { takeNonceOut } from "#lib/api/front-door/inline-hashes.ts";
import { delayScripts, lateScript } from "#lib/api/front-door/late-scripts.ts";

const NONCE = "a".repeat(32);
const FILE = "/_next/static/chunks/1a.js";
const scriptOf = (src: string, words = ` async="" nonce="${NONCE}"`) =>
  `<script src="${src}"${words}></script>`;
const pageOf = (...parts: string[]) => `<html><head>${parts.join("")}</head><body><p>text</p></body></html>`;

const begunScripts = () => [...document.querySelectorAll("script[src]")];

/**
 * Puts what stands in a page into the body of this window, which other suites share, and runs what stands at its end; returns the
 * scripts that have begun, as markup.
 */
function open(html: string) {
  document.body.innerHTML = html;
  new Function(lateScript)();
  return () => begunScripts().map((one) => one.outerHTML);
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 5)));

afterEach(() => {
  vi.restoreAllMocks();
  for (const script of begunScripts()) script.remove();
});

describe("scripts that wait for the first paint", () => {
  it("keeps the framework's scripts out of the page until it is drawn", () => {
    const page = delayScripts(pageOf(scriptOf(FILE)), NONCE);
    expect(page).toContain(`<template data-after-paint="${FILE}"></template>`);
    expect(page).not.toContain("<script src");
    const clean = takeNonceOut(page, NONCE);
    expect(clean.html).toContain(`<script>${lateScript}</script></body>`);
    expect(clean.hashes).toHaveLength(1);
    expect(clean.html).not.toContain(NONCE);
  });

  it("loads nothing ahead that waits, and leaves what else is loaded ahead", () => {
    const ahead = (href: string) => `<link rel="preload" as="script" fetchPriority="low" href="${href}"/>`;
    const page = delayScripts(pageOf(ahead(FILE), ahead("/x.js"), scriptOf(FILE)), NONCE);
    expect(page).not.toContain(ahead(FILE));
    expect(page).toContain(ahead("/x.js"));
  });

  it("keeps the id that the framework waits for", () => {
    const page = delayScripts(pageOf(scriptOf(FILE, ` id="_R_" async="" nonce="${NONCE}"`)), NONCE);
    expect(page).toContain(`<template id="_R_" data-after-paint="${FILE}">`);
  });

  it.each([
    ["carries no nonce of this fill", scriptOf(FILE, ' async=""')],
    ["is to run in its place", scriptOf(FILE, ` nonce="${NONCE}"`)],
    ["is no file of the framework", scriptOf("/x.js")],
    [
      "stands in the page itself",
      `<script nonce="${NONCE}">go('<script src="${FILE}" async="" x>')</script>`,
    ],
  ])("leaves a page alone whose script %s", (_what, script) => {
    expect(delayScripts(pageOf(script), NONCE)).toBe(pageOf(script));
  });

  it("loads them once when the first frame is over, each as an async script with the address as written", async () => {
    const begun = open(delayScripts(pageOf(scriptOf(FILE)), NONCE));
    expect(begun()).toEqual([]);
    await frame();
    expect(begun()).toEqual([`<script async="" src="${FILE}"></script>`]);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(begun()).toHaveLength(1);
  });

  it("loads them at once in a page that nobody sees", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const begun = open(delayScripts(pageOf(scriptOf(FILE)), NONCE));
    expect(begun()).toHaveLength(1);
  });
});
