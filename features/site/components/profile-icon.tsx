import {
  BadgePercent,
  CalendarClock,
  ChartColumn,
  CirclePlus,
  Gift,
  Handshake,
  Hash,
  KeyRound,
  LogIn,
  type LucideIcon,
  ReceiptText,
  Settings,
  Smartphone,
  Store,
  Tags,
  Undo2,
  UserPlus,
  UserRoundCheck,
  Users,
  Webhook,
} from "lucide-react";
import type { AccountLink } from "#features/site/navigation.rules.ts";

/** The pictures that rows of `pages.rules.ts` name for the account's menus. */
const icons: Readonly<Record<AccountLink["icon"], LucideIcon>> = {
  BadgePercent,
  CalendarClock,
  ChartColumn,
  CirclePlus,
  Gift,
  Handshake,
  Hash,
  KeyRound,
  LogIn,
  ReceiptText,
  Settings,
  Smartphone,
  Store,
  Tags,
  Undo2,
  UserPlus,
  UserRoundCheck,
  Users,
  Webhook,
};

/** The picture of an entry of the account's menus. */
export function ProfileIcon({ name }: { name: AccountLink["icon"] }) {
  const Icon = icons[name];
  return <Icon aria-hidden="true" className="size-4 text-muted" />;
}
