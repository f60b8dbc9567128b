const dayPattern = /^20\d\d-\d\d-\d\d$/;

/** `2026-11-30`: a day that exists. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
