import { type Mock, vi } from "vitest";

/** A browser that lets no sound out. Returns what is called each time something would sound; `vi.unstubAllGlobals` undoes it. */
export function silenceAudio(): Mock<() => void> {
  const sounded = vi.fn<() => void>();
  vi.stubGlobal(
    "AudioContext",
    class {
      resume = () => {
        sounded();
        return Promise.reject(new Error("no sound in tests"));
      };
    },
  );
  return sounded;
}
