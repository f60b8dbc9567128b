type RawTextProps = {
  title: string;
  text: string | null;
  /** What to say where there is no text. */
  empty: string;
};

/** A text as it came over the wire, under its title; long ones scroll. Never read as markup. */
export function RawText({ title, text, empty }: RawTextProps) {
  return (
    <figure className="grid min-w-0 gap-1">
      <figcaption className="font-semibold text-sm">{title}</figcaption>
      {text === null ? (
        <p className="text-muted text-sm">{empty}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          dir="ltr"
          translate="no"
          className="wrap-anywhere max-h-72 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-sunken p-3 font-mono text-sm"
        >
          {text}
        </pre>
      )}
    </figure>
  );
}
