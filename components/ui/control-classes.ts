/** The look of a text field, shared with what looks like one. 16 px on phones, so that iOS does not zoom in. */
export const controlClasses =
  "touch block base:h-10 base:w-full rounded-md border border-line-strong/60 base:bg-surface base:px-3 base:text-base base:text-text placeholder:text-faint transition-colors duration-150 hover:border-line-strong disabled:opacity-60 aria-invalid:border-bad base:md:text-sm";
