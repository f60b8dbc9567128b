/** Look of an entry of a menu, for menus that are plain lists of links too. */
export const menuItemClasses =
  "touch flex w-full base:cursor-default select-none items-center gap-2.5 rounded-md px-3 py-2 text-sm outline-none data-[highlighted]:bg-sunken";
