import type { Config } from "tailwindcss";

const token = (name: string) => `var(--${name})`;

/**
 * Names of the design tokens. Their values (light and dark) are CSS variables in `app/globals.css`,
 * so a class such as `bg-surface` follows the theme by itself.
 */
export default {
  content: [],
  theme: {
    extend: {
      colors: {
        bg: token("bg"),
        surface: token("surface"),
        raised: token("raised"),
        sunken: token("sunken"),
        text: token("text"),
        muted: token("muted"),
        faint: token("faint"),
        line: token("line"),
        "line-strong": token("line-strong"),
        accent: token("accent"),
        "accent-hover": token("accent-hover"),
        "accent-soft": token("accent-soft"),
        "on-accent": token("on-accent"),
        "on-accent-soft": token("on-accent-soft"),
        link: token("link"),
        ring: token("ring"),
        good: token("good"),
        "good-soft": token("good-soft"),
        warn: token("warn"),
        "warn-soft": token("warn-soft"),
        bad: token("bad"),
        "bad-soft": token("bad-soft"),
        info: token("info"),
        "info-soft": token("info-soft"),
      },
      borderRadius: { DEFAULT: "8px", md: "8px", lg: "12px" },
      maxWidth: { frame: "1400px" },
      fontFamily: { sans: "var(--app-font)", mono: "var(--app-mono)" },
    },
  },
} satisfies Config;
