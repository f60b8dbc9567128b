import localFont from "next/font/local";

/**
 * Inter in the weights 400 to 700, one file per script (decision 0403). A browser takes a file when a sign of its range
 * stands on the page; only Latin, which every language needs, is asked for ahead.
 */
const latin = localFont({
  src: "./inter-latin.woff2",
  variable: "--font-inter",
  weight: "400 700",
  display: "swap",
  adjustFontFallback: "Arial",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});
/** Signs of currencies, which stand beside every price, and the letters of Turkish: apart, because the rest is large. */
const signs = localFont({
  src: "./inter-signs.woff2",
  variable: "--font-inter-signs",
  weight: "400 700",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+011E-011F,U+0130,U+015E-015F,U+20A0-20AB,U+20AD-20C0" }],
});
const latinExtended = localFont({
  src: "./inter-latin-ext.woff2",
  variable: "--font-inter-ext",
  weight: "400 700",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0100-011D,U+0120-012F,U+0132-0151,U+0154-015D,U+0160-02BA,U+1E00-1E9F",
    },
  ],
});
const cyrillic = localFont({
  src: "./inter-cyrillic.woff2",
  variable: "--font-inter-cyrillic",
  weight: "400 700",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116" }],
});

/** Classes of the root element that name the families for globals.css. */
export const fontVariables = [latin, signs, latinExtended, cyrillic].map((font) => font.variable).join(" ");
