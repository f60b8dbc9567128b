import type { CaptchaTask } from "#features/identity/captcha/captcha.contract.ts";

type CaptchaCheck =
  | { readonly isSolved: false }
  | {
      readonly isSolved: true;
      /** The level of work that it stands for. */
      readonly level: number;
      /** What makes this answer usable once; absent when the provider itself refuses a second use. */
      readonly once?: Buffer;
      /** Until when it must be remembered, in seconds since 1970. */
      readonly expiresAtSeconds?: number;
    };

/** A way to tell people from scripts. */
export type CaptchaGateway = {
  /** What the browser has to do; each level is twice the work of the one before. */
  task(level: number): Promise<CaptchaTask>;
  /** Whether it was done. Throws UNAVAILABLE when the provider cannot be asked. */
  check(answer: string, ip: string): Promise<CaptchaCheck>;
};
