import { holdMinutesDefault, messagesKeptHours } from "#features/activations/activations.rules.ts";
import { ratingRule, useRule } from "#features/activations/limits/limits.rules.ts";
import { triedOn } from "#features/api-docs/tried-programs.rules.ts";
import type { Facts } from "#features/api-docs/words/words.rules.ts";
import { assistantLimits, assistantPath, assistantRates } from "#features/assistants/assistants.rules.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { activePageMax, handlerRates, historyDaysMax } from "#features/handler-api/handler-api.rules.ts";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import { streamsPerUser } from "#features/notifications/notifications.rules.ts";
import {
  formerNames,
  pausesSeconds,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import type { OpenPrice } from "#features/pricing/listed/listed-price.rules.ts";
import { warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { cancelMinutes, messagesKeptDays, rentHours } from "#features/rentals/rentals.rules.ts";
import { restLimits, restRates } from "#features/rest-api/rest-api.rules.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { sandboxAccountLimits } from "#features/sandbox/sandbox-accounts.rules.ts";
import { sandboxRentLimits } from "#features/sandbox/sandbox-rent.rules.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

const HOUR = 3_600;

/** What applies to a purchase that leaves something out; set by the installation. */
type BuyingRules = OpenPrice & {
  readonly toldCount: number;
  readonly toldAfterSeconds: number;
  readonly defaultCountryId: number;
  /** Of the choice by worth: days that are counted, what a minute's wait counts for, and how many purchases of a hundred explore. */
  readonly routingDays: number;
  readonly minuteKopecks: number;
  readonly exploringPercent: number;
};

/** What stands in braces in the documentation, from the rules that the product itself goes by. `base`: the public address. */
export function docsFacts(base: string, brand: string, rules: BuyingRules): Facts {
  return {
    base,
    handler: `${base}${handlerPath}`,
    rest: `${base}/api/v1`,
    mcp: `${base}${assistantPath}`,
    assistantWaitMax: assistantLimits.waitSecondsMax,
    assistantEntries: assistantLimits.entriesDefault,
    assistantEntriesMax: assistantLimits.entriesMax,
    assistantPerSecond: assistantRates.key.perSecond,
    assistantBurst: assistantRates.key.burst,
    brand,
    holdMinutes: holdMinutesDefault,
    ...rules,
    triedOn,
    rentHoursMin: rentHours.min,
    rentHoursMax: rentHours.max,
    rentWeeksMax: rentHours.max / 168,
    cancelMinutes,
    messagesKeptDays,
    smsHours: messagesKeptHours,
    listMax: activePageMax,
    historyDays: historyDaysMax,
    keysPerUser: keyLimits.perUser,
    overlapHours: keyLimits.overlapHoursDefault,
    overlapHoursMax: keyLimits.overlapHoursMax,
    streams: streamsPerUser,
    webhooks: webhookLimits.perUser,
    webhookSeconds: webhookLimits.timeoutMs / 1_000,
    formerEventNames: Object.entries(formerNames)
      .map(([former, current]) => `\`${former}\` = \`${current}\``)
      .join(", "),
    webhookTests: webhookLimits.testsPerHour,
    webhookAttempts: pausesSeconds.length + 1,
    webhookDays: webhookLimits.failingHours / 24,
    webhookKeptDays: webhookLimits.keptDays,
    webhookOverlapHours: webhookLimits.overlapHoursDefault,
    webhookOverlapHoursMax: webhookLimits.overlapHoursMax,
    callsPerSecond: restRates.calls.perSecond,
    callsBurst: restRates.calls.burst,
    purchasesPerSecond: restRates.purchases.perSecond,
    purchasesBurst: restRates.purchases.burst,
    handlerCallsPerSecond: handlerRates.key.perSecond,
    handlerCallsBurst: handlerRates.key.burst,
    idsMax: restLimits.idsMax,
    waitMax: restLimits.waitSecondsMax,
    answersDays: restLimits.answersKeptDays,
    ratingDays: ratingRule.days,
    unusedMin: useRule.unusedMin,
    useMinutes: useRule.minutes,
    usePercent: useRule.deliveredPercent,
    banMinutes: useRule.banMinutes[0],
    sandboxRoubles: roublesNumber(kopecks(sandboxLimits.startKopecks)),
    sandboxPrice: roublesNumber(kopecks(sandboxLimits.priceKopecks)),
    sandboxHour: roublesNumber(kopecks(sandboxRentLimits.hourKopecks)),
    sandboxAccount: roublesNumber(kopecks(sandboxAccountLimits.priceKopecks)),
    claimHours: warrantyLimits.answerHours,
    objectionHours: warrantyLimits.overruleHours,
    sandboxOrders: sandboxLimits.ordersKept,
    sandboxDays: sandboxLimits.unusedDays,
    sandboxAdvance: sandboxLimits.advanceSecondsMax,
  };
}

/** The pauses between the attempts of a webhook, in seconds, minutes or hours: `5 s`, `30 min`, `12 h`. */
export function pauseTexts(): string[] {
  return pausesSeconds.map((seconds) => {
    if (seconds < 60) return `${seconds} s`;
    return seconds < HOUR ? `${seconds / 60} min` : `${Math.round((seconds / HOUR) * 10) / 10} h`;
  });
}
