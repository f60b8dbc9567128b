/**
 * How OnlineSim and those who deliver to it name things. A country is its dialling code, a service a name that is nearly always our slug;
 * here stands what is not so. Sources (read 2026-11-26): a price list of 51 countries kept by a client (SwenenzY/onlinesim-cheapest), the
 * countries of its free numbers (AlekseiVdovyko/OnlineSimJSON), and the services of two clients (DiscordFucker/OnlineSIM-wrapper,
 * remizovm/gonlinesim). Its operators are network codes (25001); numbers are sold by its entry `any`, which is the sum of them.
 */

/** Dialling codes that several countries share, with the one that is meant. Kazakhstan is told apart by a digit more. */
export const onlinesimCountries: ReadonlyMap<string, number> = new Map([
  ["1", 187],
  ["7", 222],
  ["77", 2],
  ["44", 16],
  ["212", 37],
]);

/** Words that are no slug of ours, with our codes. The first word of a code is the one to ask with. */
export const onlinesimServices: ReadonlyMap<string, string> = new Map([
  ["classmates", "ok"],
  ["odklru", "ok"],
  ["gmail", "go"],
  ["google", "go"],
  ["mailru", "ma"],
  ["vk", "vk"],
  ["vkcom", "vk"],
  ["facebook", "fb"],
  ["3223", "fb"],
  ["instagram", "ig"],
  ["twitter", "tw"],
  ["yandex", "ya"],
  ["drugvokrug", "we"],
  ["fastfriend", "we"],
  ["lineme", "me"],
  ["other", "ot"],
]);
