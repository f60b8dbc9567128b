/** How a program fared; the words stand in the documentation's `tried`. */
export const triedResults = ["whole", "classic", "strict", "strictRead", "smshub", "roubles", "own"] as const;
type TriedResult = (typeof triedResults)[number];

type TriedProgram = { readonly name: string; readonly language: string; readonly result: TriedResult };

/** When they were run. */
export const triedOn = "2026-11-24";

const program = (language: string, result: TriedResult, ...names: string[]): TriedProgram[] =>
  names.map((name) => ({ name, language, result }));

/** Buyers' programs of other people that were run against the product; protocol 3.1 has their versions. */
export const triedPrograms: readonly TriedProgram[] = [
  ...program(
    "JavaScript",
    "whole",
    "sms-activate (npm)",
    "mylezin/grizzly-sms-mcp",
    "Viiprogrammer/getSMS",
    "Viiprogrammer/sms-hub",
    "igorveremsky/sms-activate",
    "M1O0O/sms-activate",
    "TysikGG",
    "Tagolfirg/node-sms-activate-api",
    "0xzer",
    "Newchana/grizzly-sms-desktop",
  ),
  ...program("JavaScript", "roubles", "Gioxaa/smshub-api-number-buying"),
  ...program("JavaScript", "own", "momentum100/sms-activate-mcp", "v131v/smshub-api"),
  ...program(
    "TypeScript",
    "whole",
    "hero-sms (npm)",
    "osyduck (SMSBower)",
    "welovename555/hero-sms-dashboard",
    "sns-sem/sms-activate-wrapper",
  ),
  ...program("TypeScript", "classic", "LCozzoli/SMS-Activate.org", "nishuzumi/sms-activate-sdk"),
  ...program(
    "Python",
    "whole",
    "smsactivate (PyPI)",
    "squirrelpython",
    "foxkirov",
    "tezmen/python-sms-activate-ru",
    "agrizzlysms",
    "aherosms",
    "asmsactivate",
    "solovey1/unified-sms-activate",
    "runetech0/sms-activate-api",
    "giwih/grizzlysms",
    "EXOZODA/hero-sms-bot",
  ),
  ...program("Python", "smshub", "platon-p/smshub_py"),
  ...program("Python", "own", "aiosmsactivate (PyPI)"),
  ...program("Go", "whole", "robin-samuel/daisysms", "robin-samuel/smsactivate"),
  ...program("Go", "strict", "solodecode/sms-activate-go"),
  ...program("PHP", "whole", "danog", "Tagolfirg/sms-activate-class", "NETTURBOBR", "FurkanGM"),
  ...program("Java", "whole", "sms-activate/SMSActivateApi"),
  ...program("C#", "strictRead", "Vednix/SMSActivate-Net"),
];
