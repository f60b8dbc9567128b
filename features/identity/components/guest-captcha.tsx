import type { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";

type GuestCaptchaProps = {
  open: Pick<ReturnType<typeof useOpenForm>, "isGuest" | "isTouched" | "captcha">;
};

/** The captcha of an open form: a guest's, from the first field on. */
export function GuestCaptcha({ open: { isGuest, isTouched, captcha } }: GuestCaptchaProps) {
  return isGuest && isTouched ? <CaptchaBox captcha={captcha} /> : null;
}
