/** The den's paw. */
export function Paw({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="var(--on-accent)">
        <ellipse cx="8.6" cy="14" rx="2.5" ry="3.2" transform="rotate(-18 8.6 14)" />
        <ellipse cx="13.3" cy="9.6" rx="2.5" ry="3.4" transform="rotate(-6 13.3 9.6)" />
        <ellipse cx="18.7" cy="9.6" rx="2.5" ry="3.4" transform="rotate(6 18.7 9.6)" />
        <ellipse cx="23.4" cy="14" rx="2.5" ry="3.2" transform="rotate(18 23.4 14)" />
        <path d="M16 14.2c-3.9 0-7.4 4.1-7.4 7.6 0 2.2 1.6 3.5 3.6 3.5 1.5 0 2.4-.8 3.8-.8s2.3.8 3.8.8c2 0 3.6-1.3 3.6-3.5 0-3.5-3.5-7.6-7.4-7.6z" />
      </g>
    </svg>
  );
}
