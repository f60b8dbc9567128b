import type { ReactNode } from "react";

/** A ring that empties: `share` is what is left, 0 to 1. The words beside or inside it carry the meaning. */
export function ProgressRing({
  share,
  size = 40,
  children,
  className = "text-accent",
}: {
  share: number;
  size?: number;
  children?: ReactNode;
  className?: string;
}) {
  const radius = 17;
  const length = 2 * Math.PI * radius;
  const left = Math.min(1, Math.max(0, share));
  return (
    <span className="relative inline-grid place-items-center" style={{ width: size, height: size }}>
      <svg viewBox="0 0 40 40" aria-hidden="true" className={`-rotate-90 size-full ${className}`}>
        <circle cx="20" cy="20" r={radius} fill="none" stroke="var(--line)" strokeWidth="4" />
        <circle
          cx="20"
          cy="20"
          r={radius}
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - left)}
        />
      </svg>
      {children ? <span className="absolute inset-0 grid place-items-center text-xs">{children}</span> : null}
    </span>
  );
}
