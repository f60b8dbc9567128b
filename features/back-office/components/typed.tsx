/** A stranger's words: shown as text, and apart from the direction of the line. */
export function Typed({ text }: { text: string }) {
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}
