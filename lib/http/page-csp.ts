/** Code of others that a page may load, where the operator has set it up: the captcha and the two counters of visits. */
export type ForeignCode = "recaptcha" | "google-tag" | "metrica";

/** Each begins with a space, or is nothing. */
type Sources = {
  readonly scripts: string;
  readonly pictures: string;
  readonly calls: string;
  readonly frames: string;
};

const GOOGLE_COUNTERS = " https://*.google-analytics.com https://*.googletagmanager.com";
const METRICA = " https://mc.yandex.ru https://mc.yandex.com";

const sourcesOf: Readonly<Record<ForeignCode, Sources>> = {
  recaptcha: {
    scripts: " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    pictures: "",
    calls: "",
    frames: " https://www.google.com/recaptcha/",
  },
  "google-tag": {
    scripts: " https://*.googletagmanager.com",
    pictures: GOOGLE_COUNTERS,
    calls: `${GOOGLE_COUNTERS} https://*.analytics.google.com`,
    frames: "",
  },
  metrica: { scripts: " https://mc.yandex.ru", pictures: METRICA, calls: METRICA, frames: "" },
};

/**
 * Content-Security-Policy of a page. Scripts run by nonce (private pages) or by the hashes of the page's inline scripts
 * (cached pages, made by the front door); never `unsafe-inline`.
 */
export function pagePolicy(
  scriptSources: readonly string[],
  options: { development?: boolean; foreign?: readonly ForeignCode[] } = {},
): string {
  const foreign = options.foreign ?? [];
  const from = (kind: keyof Sources) => foreign.map((code) => sourcesOf[code][kind]).join("");
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptSources.join(" ")}${from("scripts")}${options.development ? " 'unsafe-eval'" : ""}`,
    // Style attributes come out of React and the positioning of popovers; style elements do not.
    `style-src 'self'${options.development ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${from("pictures")}`,
    "font-src 'self'",
    `connect-src 'self'${options.development ? " ws:" : ""}${from("calls")}`,
    `frame-src 'self'${from("frames")}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
