"use client";

import dynamic from "next/dynamic";

/** The gallery in the browser alone: moments and clocks in it are the reader's. No other page loads it. */
export const Gallery = dynamic(() => import("#app/_gallery/gallery.island.tsx"), { ssr: false });
