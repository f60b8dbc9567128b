/** Of an agent's code, which stands in links. */
export const agentCodePattern: RegExp = /^[a-z0-9]{8}$/;

export const agentLimits = { shareLeast: 1, shareMost: 9_000, agreementText: 50_000 } as const;

/** Sales of one page of an agent's list. */
export const agentSalePage = { pageDefault: 20, pageMax: 100 } as const;

/** A code of eight letters and digits out of as many random bytes. */
export function agentCode(bytes: Uint8Array): string {
  return [...bytes.subarray(0, 8)].map((byte) => (byte % 36).toString(36)).join("");
}

/** Where somebody buys by an agent's link: a path without a language. */
export function agentPath(code: string): string {
  return `/profile/software?agent=${code}`;
}

/** Where somebody comes back to who wanted to buy software: with the agent's code, if there is one. */
export function softwarePath(agent: string | null | undefined): string {
  return agent ? agentPath(agent) : "/profile/software";
}
