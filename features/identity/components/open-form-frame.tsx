import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";
import type { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { FormEnd } from "#features/identity/components/form-end.tsx";
import { GuestCaptcha } from "#features/identity/components/guest-captcha.tsx";

type OpenFormFrameProps = ComponentProps<"form"> &
  Pick<ComponentProps<typeof FormEnd>, "failed" | "submit"> & { open: ReturnType<typeof useOpenForm> };

/** A form that is sent by `useOpenForm`, around its fields: below them a guest's captcha, why it was not sent, and its button. */
export function OpenFormFrame({ open, failed, submit, className, children, ...rest }: OpenFormFrameProps) {
  return (
    <form method="post" noValidate onFocus={open.touch} className={cx("grid gap-4", className)} {...rest}>
      {children}
      <GuestCaptcha open={open} />
      <FormEnd
        problem={open.problem}
        failed={failed}
        submit={submit}
        isSubmitting={open.isSubmitting}
        isKnown={open.isKnown}
      />
    </form>
  );
}
