import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  isLocale,
  isTimeZone,
  localTime,
  zoneOffset,
} from "../../../../src/language/values/date/index.ts";
import { zoneAbbreviation } from "../../../../src/language/values/date/time-zone.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

const MINUTE = 60_000;

describe("isTimeZone", () => {
  test.each([
    "UTC",
    "utc",
    "Europe/Rome",
    "EUROPE/rome",
    "America/Argentina/Ushuaia",
    "Etc/GMT+5",
    "US/Eastern",
  ])("knows %s", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each([
    "",
    "+01:00",
    "-05",
    "UTC+1",
    "GMT+5",
    "Z",
    "Europe/Atlantis",
    "Europe/Rome ",
    " Europe/Rome",
    "Europe/Rome\n",
    "Europe/Röme",
    "Europe//Rome",
    "/Europe/Rome",
    "../etc/passwd",
    "Europe/Rome'; DROP TABLE cars",
    "constructor",
    "__proto__",
    "A".repeat(65),
    "A/".repeat(30_000),
  ])("does not know %j", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe("zoneOffset", () => {
  test.each([
    ["UTC", "2024-07-01T12:00:00.000Z", 0],
    ["Europe/Rome", "2024-01-01T12:00:00.000Z", 60],
    ["europe/ROME", "2024-07-01T12:00:00.000Z", 120],
    ["Europe/Rome", "2024-03-31T00:59:59.999Z", 60],
    ["Europe/Rome", "2024-03-31T01:00:00.000Z", 120],
    ["Europe/Rome", "2024-10-27T00:59:59.999Z", 120],
    ["Europe/Rome", "2024-10-27T01:00:00.000Z", 60],
    ["America/New_York", "2024-01-01T00:00:00.000Z", -300],
    ["Asia/Kathmandu", "2024-01-01T00:00:00.000Z", 345],
    ["Pacific/Kiritimati", "2298-12-31T23:59:59.999Z", 840],
    ["Pacific/Pago_Pago", "1990-01-01T00:00:00.000Z", -660],
    ["America/New_York", "1900-01-01T00:00:00.000Z", -300],
    ["Asia/Tokyo", "1969-12-31T23:59:59.999Z", 540],
  ])("of %s at %s is %d minutes", (zone, iso, minutes) => {
    expect(zoneOffset(zone, at(iso))).toBe(minutes * MINUTE);
  });

  test("has seconds where clocks followed the sun", () => {
    expect(zoneOffset("Africa/Monrovia", at("1950-01-01T12:00:00.000Z"))).toBe(-44.5 * MINUTE);
  });

  test.prop([
    fc.constantFrom(
      "Europe/Lisbon",
      "America/St_Johns",
      "Australia/Lord_Howe",
      "Africa/Monrovia",
      "Asia/Gaza",
    ),
    arbitraryDate,
  ])("agrees with the parts of Intl", (zone, ms) => {
    const shown = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "medium",
    }).format(ms);
    const local = new Date(`${shown.replace(" ", "T")}Z`).getTime();
    expect(zoneOffset(zone, ms)).toBe(local - Math.floor(ms / 1000) * 1000);
  });

  test("throws for an unknown zone, and stays right after more zones than its cache holds", () => {
    expect(() => zoneOffset("Nowhere", 0)).toThrow(RangeError);
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      expect(localTime(zone, 0)).toBe(zoneOffset(zone, 0));
    }
    expect(zoneOffset("Asia/Tokyo", 0)).toBe(540 * MINUTE);
    expect(localTime("Asia/Tokyo", 0)).toBe(540 * MINUTE);
  });
});

describe("zoneAbbreviation", () => {
  test.each([
    ["UTC", "UTC"],
    ["America/New_York", "EDT"],
    ["Asia/Tokyo", "GMT+9"],
  ])("of %s is %s", (zone, name) => {
    expect(zoneAbbreviation(zone, at("2024-07-01T00:00:00.000Z"))).toBe(name);
  });
});

describe("isLocale", () => {
  test.each(["en", "fr", "pt-br", "PT-BR", "zh-Hant-TW", "de-at"])("knows %s", (tag) => {
    expect(isLocale(tag)).toBe(true);
  });

  test.each([
    "",
    "x",
    "english",
    "fr_FR",
    "fr-",
    "fr-u-ca-buddhist",
    "zz",
    "fr fr",
    "fr\n",
    "fr-xxxxxxxxx",
    "fr-12",
    "i-klingon",
  ])("does not know %j", (tag) => {
    expect(isLocale(tag)).toBe(false);
  });
});
