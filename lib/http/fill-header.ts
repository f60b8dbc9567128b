/**
 * Marks a request of the front door's page cache to the renderer: the answer is for all visitors, so it holds no nonce and
 * sets no cookies. The front door takes it away from what comes from outside.
 */
export const FILL_HEADER = "x-sms-den-fill";
