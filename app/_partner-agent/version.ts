/** Of the program and of what it writes to disk; shown by `status` and sent as User-Agent. */
export const VERSION = "1.0.0";
export const USER_AGENT = `sms-den-modems/${VERSION}`;
