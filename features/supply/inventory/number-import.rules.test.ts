import { describe, expect, test } from "vitest";
import { countLines, readNumberFile } from "#features/supply/inventory/number-import.rules.ts";

const numbersOf = (text: string, country: string | null = null) =>
  readNumberFile(text, country).read.map(({ number }) => number);
const problemsOf = (text: string, country: string | null = null) =>
  readNumberFile(text, country).refused.map(({ line, problem }) => [line, problem]);

describe("a file of numbers", () => {
  test("may be a plain list where the country is chosen beside it", () => {
    const file = readNumberFile("\uFEFF+62 811-000-0001\n\n62 811 (000) 0002\n", "indonesia");
    expect(file.read.map(({ line, number }) => [line, number.number, number.country])).toEqual([
      [1, 628110000001, "indonesia"],
      [3, 628110000002, "indonesia"],
    ]);
    expect(file.linesCount).toBe(2);
  });

  test("has its fields in the usual order, or in that of its first line", () => {
    const wanted = [
      {
        ...{ number: 628110000001, country: "indonesia", operator: "telkomsel" },
        ...{ portId: "p1", services: ["tg", "wa"], rent: true },
      },
    ];
    expect(numbersOf("628110000001,indonesia,telkomsel,p1,tg wa,yes")).toEqual(wanted);
    const head = "Port;Phone;Services;Rent;Operator;Country";
    expect(numbersOf(`${head}\np1;628110000001;tg|wa;1;telkomsel;Indonesia`)).toEqual(wanted);
    expect(numbersOf("628110000001\tindonesia\ttelkomsel\tp1\ttg wa\tyes")).toEqual(wanted);
  });

  test("may hold a separator between quotes", () => {
    expect(numbersOf('"628110000001","indonesia","any","rack 1, port 2"')).toMatchObject([
      { portId: "rack 1, port 2" },
    ]);
  });

  test.each([
    ["12345,indonesia", "NUMBER_WRONG"],
    ["6.2811E+11,indonesia", "NUMBER_WRONG"],
    ["628110000001.0,indonesia", "NUMBER_WRONG"],
    ["0000000000000,indonesia", "NUMBER_WRONG"],
    ["628110000001", "COUNTRY_MISSING"],
    ["628110000001,in donesia", "COUNTRY_UNKNOWN"],
    ["628110000001,indonesia,a b", "OPERATOR_WRONG"],
    ["628110000001,indonesia,any,порт", "PORT_WRONG"],
    ["628110000001,indonesia,any,p1,t/g", "SERVICE_WRONG"],
    ["628110000001,indonesia,any,p1,tg,perhaps", "RENT_WRONG"],
    ["628110000001,indonesia,any,p1,tg,constructor", "RENT_WRONG"],
  ])("names what is wrong with %s: %s", (line, problem) => {
    expect(problemsOf(line)).toEqual([[1, problem]]);
  });

  test("takes a number of two lines once, and names the second line", () => {
    expect(problemsOf("628110000001\n628110000002\n+628110000001", "indonesia")).toEqual([
      [3, "NUMBER_TWICE"],
    ]);
  });

  test("has as many lines as say something", () => {
    expect(countLines("a\r\n\r\n b \n\n")).toBe(2);
  });
});
