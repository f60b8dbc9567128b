/**
 * The time zone of the tests. Kathmandu's is not a whole hour from UTC, so that code which mixes local time and UTC is found.
 * `npm run prove -- calendar` sets another one for a night on which clocks change.
 */
export const TEST_TIME_ZONE = process.env.TEST_TIME_ZONE || "Asia/Kathmandu";
