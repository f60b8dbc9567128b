"use client";

import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { cx } from "#components/ui/class-names.ts";
import { controlClasses } from "#components/ui/control-classes.ts";
import { tellTypedEarly } from "#components/ui/typed-early.ts";

/** One-line text field. What was typed before React took hold of the page counts. */
export function Input({ className, ref, ...rest }: ComponentProps<"input">) {
  return <input {...rest} ref={useTypedEarly(ref)} className={cx(controlClasses, className)} />;
}

/** The same for several lines. */
export function Textarea({ className, ref, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      ref={useTypedEarly(ref)}
      className={cx(controlClasses, "h-auto base:min-h-24 py-2", className)}
    />
  );
}

/** A text field with an icon before it and room for a button behind it. */
export function IconInput({
  icon,
  trailing,
  className,
  frameClassName,
  ...rest
}: ComponentProps<"input"> & { icon: ReactNode; trailing?: ReactNode; frameClassName?: string }) {
  return (
    <div className={cx("relative", frameClassName)}>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-0 grid w-10 place-items-center text-faint"
      >
        {icon}
      </span>
      <Input {...rest} className={cx("pl-10", trailing ? "pr-11" : "", className)} />
      {trailing ? <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div> : null}
    </div>
  );
}

/** The ref of a text field, beside its user's own. */
function useTypedEarly<Box extends HTMLInputElement | HTMLTextAreaElement>(ref: Ref<Box> | undefined) {
  const box = useRef<Box>(null);
  useImperativeHandle(ref, () => box.current as Box, []);
  // With the very commit that takes hold of the field: the next one may draw it anew.
  useLayoutEffect(() => {
    if (box.current) tellTypedEarly(box.current);
  }, []);
  return box;
}
