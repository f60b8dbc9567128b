import { describe, expect, test } from "vitest";
import { type Attempt, type MachineFacts, nextBrowserStep } from "#lib/tooling/browser/browser-step.ts";
import { type Browser, judgeChromium } from "#lib/tooling/browser/chromium.ts";

const missing: Browser = { state: "missing" };
const working: Browser = { state: "works", file: "/usr/bin/chromium", version: "156.0.8078.79" };
const stub = judgeChromium("/usr/bin/chromium-browser", {
  status: 1,
  output:
    "\nCommand '/usr/bin/chromium-browser' requires the chromium snap to be installed.\nPlease install it with:\n\nsnap install chromium\n",
});

const debian: MachineFacts = {
  browser: missing,
  named: undefined,
  isRoot: true,
  hasSudo: false,
  manager: "apt-get",
  distribution: "debian",
  hasPackageLists: true,
};

/** As apt-get of Debian 12 prints them. */
const answers = {
  unknown: "Reading package lists...\nE: Unable to locate package chromium",
  gone: "Err:1 http://deb.debian.org/debian bookworm/main amd64 chromium amd64 140.0\n  404  Not Found [IP: 151.101.2.132 80]\nE: Failed to fetch http://deb.debian.org/debian/pool/main/c/chromium.deb  404  Not Found [IP: 151.101.2.132 80]\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?",
  offline:
    "Err:1 http://deb.debian.org/debian bookworm/main amd64 chromium amd64 156.0\n  Temporary failure resolving 'deb.debian.org'\nE: Failed to fetch http://deb.debian.org/debian/pool/main/c/chromium.deb  Temporary failure resolving 'deb.debian.org'\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?",
  full: "E: You don't have enough free space in /var/cache/apt/archives/.",
};

const failed = (action: Attempt["action"], output: string, browser: Browser = missing): Attempt => ({
  action,
  succeeded: false,
  output,
  browser,
});
const done = (action: Attempt["action"], browser: Browser = missing): Attempt => ({
  action,
  succeeded: true,
  output: "",
  browser,
});

/** Carries the steps out with what each attempt answers, in order; returns the actions and how it ends. */
function walk(facts: MachineFacts, attempts: readonly Attempt[]): { actions: string[]; end: string } {
  const actions: string[] = [];
  for (let count = 0; count <= attempts.length; count += 1) {
    const step = nextBrowserStep(facts, attempts.slice(0, count));
    if (step.kind === "use") return { actions, end: step.file };
    if (step.kind === "give up") return { actions, end: step.sentence };
    expect(step.action, "the attempts are those of the steps").toBe(attempts[count]?.action ?? step.action);
    actions.push(`${step.action} ${step.asRoot}`);
  }
  return { actions, end: "goes on" };
}

describe("a machine with apt-get", () => {
  test("a browser that works is used and nothing is installed", () => {
    expect(walk({ ...debian, browser: working }, [])).toEqual({ actions: [], end: "/usr/bin/chromium" });
  });

  test("root with fresh package lists installs the package without refreshing them", () => {
    expect(walk(debian, [done("install", working)])).toEqual({
      actions: ["install self"],
      end: "/usr/bin/chromium",
    });
  });

  test.each(["unknown", "gone"] as const)(
    "root with old package lists refreshes them once the install fails (%s)",
    (answer) => {
      expect(
        walk(debian, [failed("install", answers[answer]), done("refresh"), done("install", working)]),
      ).toEqual({ actions: ["install self", "refresh self", "install self"], end: "/usr/bin/chromium" });
    },
  );

  test("root without package lists refreshes them before the first install", () => {
    const facts = { ...debian, hasPackageLists: false };
    expect(walk(facts, [done("refresh"), done("install", working)])).toEqual({
      actions: ["refresh self", "install self"],
      end: "/usr/bin/chromium",
    });
    expect(nextBrowserStep(facts, [])).toMatchObject({
      says: "Refreshing the package lists, which are missing (apt-get update)",
    });
  });

  test("a source that cannot be refreshed does not keep the others from being used", () => {
    const facts = { ...debian, hasPackageLists: false };
    expect(walk(facts, [failed("refresh", answers.gone), done("install", working)]).end).toBe(
      "/usr/bin/chromium",
    );
  });

  test("root without a network refreshes no lists and is told that the network does not answer", () => {
    expect(
      walk(debian, [failed("install", answers.offline), failed("download", "getaddrinfo ENOTFOUND")]),
    ).toEqual({
      actions: ["install self", "download self"],
      end: 'There is no Chromium, and none could be installed: apt-get: the network does not answer ("Temporary failure resolving"); Playwright: the network does not answer ("ENOTFOUND"). Type: apt-get update && apt-get install chromium (or name one in CHROMIUM_PATH).',
    });
  });

  test("root without a network and without lists is told that the network does not answer", () => {
    const { actions, end } = walk({ ...debian, hasPackageLists: false }, [
      failed("refresh", answers.offline),
      failed("install", answers.unknown),
      failed("download", ""),
    ]);
    expect(actions).toEqual(["refresh self", "install self", "download self"]);
    expect(end).toContain('apt-get: the network does not answer ("Temporary failure resolving")');
  });

  test("lists are refreshed once at most, whatever the second install answers", () => {
    const { actions, end } = walk(debian, [
      failed("install", answers.gone),
      done("refresh"),
      failed("install", answers.gone),
      failed("download", "Failed to install browsers"),
    ]);
    expect(actions).toEqual(["install self", "refresh self", "install self", "download self"]);
    expect(end).toMatch(
      /none could be installed: apt-get: Failed to fetch .*404.*; Playwright: Failed to install browsers\. Type/,
    );
  });

  test("a full disk is named as apt-get names it, and no lists are refreshed for it", () => {
    const { actions, end } = walk(debian, [failed("install", answers.full), failed("download", "")]);
    expect(actions).toEqual(["install self", "download self"]);
    expect(end).toContain("You don't have enough free space in /var/cache/apt/archives/. Type: apt-get");
  });

  test("somebody with a sudo that asks for no password installs the package with it", () => {
    const facts = { ...debian, isRoot: false, hasSudo: true };
    expect(walk(facts, [done("install", working)])).toEqual({
      actions: ["install sudo"],
      end: "/usr/bin/chromium",
    });
    expect(nextBrowserStep(facts, [])).toMatchObject({
      says: "Installing Chromium (sudo apt-get install chromium)",
    });
  });

  test("somebody without sudo gets Playwright's download, which needs no rights", () => {
    const downloaded: Browser = { ...working, file: "/home/a/.cache/ms-playwright/chrome" };
    expect(walk({ ...debian, isRoot: false }, [done("download", downloaded)])).toEqual({
      actions: ["download no"],
      end: "/home/a/.cache/ms-playwright/chrome",
    });
  });

  test("somebody without sudo whose download lacks a library is told the command to type", () => {
    const downloaded = judgeChromium("/home/a/chrome", {
      status: 127,
      output:
        "/home/a/chrome: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory",
    });
    expect(walk({ ...debian, isRoot: false }, [done("download", downloaded)]).end).toBe(
      "The Chromium at /home/a/chrome does not start: the library libnss3.so is missing. Type: sudo apt-get update && sudo apt-get install chromium (or name one in CHROMIUM_PATH).",
    );
  });

  test("Ubuntu's stub of a browser is named as such and its package is left alone", () => {
    const facts = { ...debian, distribution: "ubuntu", browser: stub, isRoot: false };
    expect(walk(facts, [failed("download", "", stub)])).toEqual({
      actions: ["download no"],
      end: "The Chromium at /usr/bin/chromium-browser does not start: it is a stub that only asks for the snap. Type: npx playwright install --with-deps chromium (or name one in CHROMIUM_PATH).",
    });
    expect(walk({ ...facts, isRoot: true }, [done("download", working)])).toEqual({
      actions: ["download self"],
      end: "/usr/bin/chromium",
    });
  });
});

describe("a machine without apt-get", () => {
  test.each([
    ["dnf", "sudo dnf install chromium"],
    ["zypper", "sudo zypper install chromium"],
    ["pacman", "sudo pacman -S chromium"],
    ["apk", "sudo apk add chromium font-dejavu"],
  ] as const)("with %s nothing is installed and the command is named: %s", (manager, command) => {
    const facts = { ...debian, manager, distribution: null, isRoot: false };
    expect(walk(facts, [])).toEqual({
      actions: [],
      end: `There is no Chromium. Type: ${command} (or name one in CHROMIUM_PATH).`,
    });
  });

  test("Homebrew's package is named when the download fails, without sudo", () => {
    const facts = { ...debian, manager: "brew" as const, distribution: null, isRoot: false };
    expect(walk(facts, [failed("download", "disk full")])).toEqual({
      actions: ["download no"],
      end: "There is no Chromium, and none could be installed: Playwright: disk full. Type: brew install --cask google-chrome (or name one in CHROMIUM_PATH).",
    });
  });

  test("without any package manager the download is tried and a browser is asked for", () => {
    expect(walk({ ...debian, manager: null, distribution: null }, [failed("download", "")])).toEqual({
      actions: ["download no"],
      end: "There is no Chromium. Install Chromium, or name one in CHROMIUM_PATH.",
    });
  });
});

describe("a browser that is named in CHROMIUM_PATH", () => {
  test("one that is not there is said to be wrong, and no other one is used or installed", () => {
    expect(walk({ ...debian, named: "/opt/none" }, []).end).toBe(
      "CHROMIUM_PATH names /opt/none, which is no program. Correct it, or unset it to use an installed Chromium.",
    );
  });

  test("one that does not start is named with what it says", () => {
    const browser = judgeChromium("/bin/ls", {
      status: 2,
      output: "ls: unrecognized option '--no-sandbox'\n",
    });
    expect(walk({ ...debian, named: "/bin/ls", browser }, []).end).toContain(
      `/bin/ls, which does not start: it says "ls: unrecognized option '--no-sandbox'"`,
    );
  });
});

test.each([
  ["Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n", "156.0.8078.79"],
  ["/usr/bin/chromium: 9: [: 25271705600: unexpected operator\nChromium 150.0.7871.46 \n", "150.0.7871.46"],
  ["Google Chrome 159.0.8154.6 \n", "159.0.8154.6"],
  ["Google Chrome for Testing 159.0.8154.6\n", "159.0.8154.6"],
])("the version of a browser is read from what it prints: %j", (output, version) => {
  expect(judgeChromium("/b", { status: 0, output })).toEqual({ state: "works", file: "/b", version });
});

test("a program that ends well without a version is no browser", () => {
  expect(judgeChromium("/bin/true", { status: 0, output: "" })).toEqual({
    state: "broken",
    file: "/bin/true",
    because: "it ends without a word",
  });
});
