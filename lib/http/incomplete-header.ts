/**
 * In an answer of the page renderer: something the page is made of could not be read, and stands there without it. The front
 * door shows such a page only where it has no whole one, and never keeps it; the header goes no further than the door.
 */
export const INCOMPLETE_HEADER = "x-page-incomplete";
