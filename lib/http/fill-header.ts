/**
 * Marks a request of the front door's page cache to the renderer: the answer is for all visitors, so it sets no cookies. Its
 * value is the nonce of this one fill (32 hex digits), put on every script that the framework writes; the front door turns it
 * into hashes. The front door takes the header away from what comes from outside.
 */
export const FILL_HEADER = "x-sms-den-fill";
