"use client";

/** The way out of the editors' desk: people log out where they logged in. */
export function BackToDesk() {
  return <a href="/desk">SMS Den</a>;
}
