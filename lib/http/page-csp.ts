/**
 * Content-Security-Policy of a page. Scripts run by nonce (private pages) or by the hashes of the page's inline scripts
 * (cached pages, made by the front door); never `unsafe-inline`.
 */
export function pagePolicy(
  scriptSources: readonly string[],
  options: { development?: boolean; captcha?: boolean } = {},
): string {
  const captcha = options.captcha
    ? " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/"
    : "";
  const frames = options.captcha ? " https://www.google.com/recaptcha/" : "";
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptSources.join(" ")}${captcha}${options.development ? " 'unsafe-eval'" : ""}`,
    // Style attributes come out of React and the positioning of popovers; style elements do not.
    `style-src 'self'${options.development ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${options.development ? " ws:" : ""}`,
    `frame-src 'self'${frames}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
