import path from "node:path";

export type Members = Readonly<Record<string, unknown>>;

/** Reads members one by one and keeps what is wrong, so that all of it is said at once. */
export class Reader {
  readonly faults: string[] = [];

  mustBeKnown(members: Members, prefix: string, known: readonly string[]): void {
    for (const name of Object.keys(members))
      if (!known.includes(name))
        this.faults.push(`"${prefix}${name}" is not known; there are ${known.join(", ")}`);
  }

  lack(name: string): string {
    this.faults.push(`"${name}" is missing`);
    return "";
  }

  section(members: Members, name: string, prefix = ""): Members | null {
    const value = members[name] ?? null;
    if (value === null || (typeof value === "object" && !Array.isArray(value)))
      return value as Members | null;
    this.faults.push(`"${prefix}${name}" is no object {...}`);
    return null;
  }

  text(members: Members, name: string, prefix: string): string | undefined {
    const value = members[name];
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) return value;
    this.faults.push(`"${prefix}${name}" is no text in quotes`);
    return undefined;
  }

  folder(members: Members, name: string, prefix: string, otherwise: string): string {
    const value = this.text(members, name, prefix) ?? otherwise;
    if (!path.isAbsolute(value))
      this.faults.push(`"${prefix}${name}" is "${value}": write the whole path from /`);
    return value;
  }

  integer(
    members: Members,
    name: string,
    prefix: string,
    range: { from: number; to: number; or: number },
  ): number {
    const value = members[name] ?? range.or;
    if (typeof value === "number" && Number.isInteger(value) && value >= range.from && value <= range.to)
      return value;
    this.faults.push(`"${prefix}${name}" is no whole number from ${range.from} to ${range.to}`);
    return range.or;
  }

  flag(members: Members, name: string, prefix: string): boolean {
    const value = members[name] ?? false;
    if (typeof value === "boolean") return value;
    this.faults.push(`"${prefix}${name}" is neither true nor false`);
    return false;
  }

  /** A list of objects, each with the prefix of its own members. */
  sections(members: Members, name: string, prefix: string): readonly { members: Members; prefix: string }[] {
    const value = members[name];
    const isList = Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null);
    if (isList)
      return (value as Members[]).map((one, at) => ({ members: one, prefix: `${prefix}${name}[${at}].` }));
    this.faults.push(`"${prefix}${name}" is no list of objects [{...}]`);
    return [];
  }
}
