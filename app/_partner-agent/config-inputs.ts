import type { Members, Reader } from "#app/_partner-agent/config-reader.ts";
import type { DinstarLogin } from "#app/_partner-agent/inputs/dinstar-gateway.ts";
import type { EjoinOptions } from "#app/_partner-agent/inputs/ejoin.ts";
import type { GoipOptions } from "#app/_partner-agent/inputs/goip.ts";
import type { HttpOptions } from "#app/_partner-agent/inputs/http.ts";

/** Where SMS come from; null for what is not there. */
export type Inputs = {
  readonly gammu: { readonly folder: string } | null;
  readonly modemManager: { readonly program: string } | null;
  readonly http: HttpOptions | null;
  readonly goip: GoipOptions | null;
  readonly ejoin: EjoinOptions | null;
  readonly dinstar: { readonly gateways: readonly (DinstarLogin & { readonly name: string })[] } | null;
};

type Read<Options> = (reader: Reader, members: Members, prefix: string) => Options;

/** For each input its members and how they are read. */
const inputs: {
  readonly [Name in keyof Inputs]: { known: readonly string[]; read: Read<NonNullable<Inputs[Name]>> };
} = {
  gammu: {
    known: ["folder"],
    read: (reader, members, prefix) => ({
      folder: reader.folder(members, "folder", prefix, "/etc/sms-den-modems/gammu"),
    }),
  },
  modemManager: {
    known: ["program"],
    read: (reader, members, prefix) => ({ program: reader.text(members, "program", prefix) ?? "mmcli" }),
  },
  http: {
    known: ["port", "token", "silentSeconds"],
    read: (reader, members, prefix) => ({
      port: reader.integer(members, "port", prefix, { from: 0, to: 65_535, or: 8_089 }),
      token: reader.text(members, "token", prefix) ?? null,
      silentSeconds: reader.integer(members, "silentSeconds", prefix, { from: 2, to: 3_600, or: 20 }),
    }),
  },
  goip: {
    known: ["host", "port", "password"],
    read: (reader, members, prefix) => ({
      host: reader.text(members, "host", prefix) ?? "0.0.0.0",
      port: reader.integer(members, "port", prefix, { from: 0, to: 65_535, or: 44_444 }),
      password: reader.text(members, "password", prefix) ?? reader.lack(`${prefix}password`),
    }),
  },
  ejoin: { known: ["host", "port", "token", "silentSeconds"], read: readEjoin },
  dinstar: {
    known: ["gateways"],
    read: (reader, members, prefix) => ({
      gateways: reader
        .sections(members, "gateways", prefix)
        .map((gateway) => readGateway(reader, gateway.members, gateway.prefix)),
    }),
  },
};
const names = Object.keys(inputs) as (keyof Inputs)[];

/** Reads the section `inputs`; what is wrong is left with the reader. */
export function readInputs(reader: Reader, members: Members): Inputs {
  reader.mustBeKnown(members, "inputs.", names);
  const read = names.map((name) => [name, readInput(reader, members, name)] as const);
  if (read.every(([, options]) => options === null))
    reader.faults.push(`"inputs" names none of ${names.join(", ")}: nothing would be received`);
  return Object.fromEntries(read) as Inputs;
}

function readInput(reader: Reader, members: Members, name: keyof Inputs): Inputs[keyof Inputs] {
  const section = reader.section(members, name, "inputs.");
  if (section === null) return null;
  const prefix = `inputs.${name}.`;
  reader.mustBeKnown(section, prefix, inputs[name].known);
  return inputs[name].read(reader, section, prefix);
}

function readEjoin(reader: Reader, members: Members, prefix: string): EjoinOptions {
  const token = reader.text(members, "token", prefix) ?? reader.lack(`${prefix}token`);
  if (token !== "" && !/^[A-Za-z0-9_-]{16,100}$/.test(token))
    reader.faults.push(
      `"${prefix}token" is not 16 to 100 letters, digits, - and _: whoever knows it can send SMS`,
    );
  return {
    host: reader.text(members, "host", prefix) ?? "0.0.0.0",
    port: reader.integer(members, "port", prefix, { from: 0, to: 65_535, or: 8_090 }),
    token,
    silentSeconds: reader.integer(members, "silentSeconds", prefix, { from: 5, to: 3_600, or: 150 }),
  };
}

function readGateway(reader: Reader, members: Members, prefix: string): DinstarLogin & { name: string } {
  reader.mustBeKnown(members, prefix, ["name", "url", "user", "password", "trustsAnyCertificate"]);
  const name = reader.text(members, "name", prefix) ?? reader.lack(`${prefix}name`);
  if (!/^[A-Za-z0-9_-]{0,30}$/.test(name))
    reader.faults.push(`"${prefix}name" is not up to 30 letters, digits, - and _`);
  const url = reader.text(members, "url", prefix) ?? reader.lack(`${prefix}url`);
  if (url !== "" && !/^https?:\/\/[^/\s]+\/*$/.test(url))
    reader.faults.push(
      `"${prefix}url" is "${url}": write http:// or https:// and the gateway's address, without a path`,
    );
  return {
    name,
    url: url.replace(/\/+$/, ""),
    user: reader.text(members, "user", prefix) ?? reader.lack(`${prefix}user`),
    password: reader.text(members, "password", prefix) ?? reader.lack(`${prefix}password`),
    trustsAnyCertificate: reader.flag(members, "trustsAnyCertificate", prefix),
  };
}
