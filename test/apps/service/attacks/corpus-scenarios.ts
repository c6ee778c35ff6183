import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { ScenarioName } from "./scenarios.ts";

/** What the corpus tells in words, as the scenarios that do it. */
export const SCENARIO_OF: Readonly<Record<string, readonly ScenarioName[]>> = {
  "H-QUERY-018": ["a thousand parameters that are whole numbers"],
  "H-AUTH-002": ["an empty key"],
  "H-AUTH-003": ["a wrong key of the same length", "a right id with a wrong rest"],
  "H-AUTH-004": ["a wrong key of another length", "a key that is too long by one"],
  "H-AUTH-005": ["two keys", "a right key twice"],
  "H-AUTH-007": ["a header's name in capitals"],
  "H-AUTH-008": ["a key with spaces behind"],
  "H-AUTH-010": ["a key that names a property"],
  "H-AUTH-011": ["a key of a megabyte"],
  "H-AUTH-012": ["a key of bytes that are no ASCII"],
  "H-AUTH-013": ["a key in the address"],
  "H-AUTH-014": ["a key as a bearer"],
  "H-AUTH-016": ["another origin"],
  "H-AUTH-017": ["a preflight"],
  "H-AUTH-018": ["HEAD"],
  "H-PROTO-001": ["a length and chunks"],
  "H-PROTO-002": ["a GET with a body, and another behind it", "a request that hides in a body"],
  "H-PROTO-004": ["PUT", "DELETE", "PATCH"],
  "H-PROTO-005": ["TRACE"],
  "H-PROTO-007": ["a body of 10 MB", "a body of 10 MB in chunks"],
  "H-PROTO-008": ["a formula that is an object"],
  "H-PROTO-009": ["a formula that is a list"],
  "H-PROTO-010": ["__proto__ in a body"],
  "H-PROTO-012": ["null for a number"],
  "H-PROTO-013": ["null for a formula"],
  "H-PROTO-014": ["another type than JSON"],
  "H-PROTO-015": ["names that stand twice in a body"],
  "H-PROTO-017": ["a thousand requests at once on one connection"],
  "H-PROTO-018": ["HTTP/2 to one who does not speak it"],
  "H-ENC-002": ["no encoding at all is acceptable"],
  "H-ENC-003": ["weights that are none"],
  "H-ENC-004": ["eight kilobytes of encodings"],
  "H-ENC-006": ["an encoding in capitals"],
  "H-ENC-008": ["a body that is compressed"],
  "H-ENC-009": ["too little to compress"],
  "H-ENC-010": ["Vary, compressed or not"],
  "H-ENC-011": ["what was asked does not come back beside records"],
  "H-ENC-013": ["If-None-Match over encodings"],
};

/** A test, by its file and its name. */
type Elsewhere = readonly [file: string, test: string];

/** What takes a service of its own, or a store that fails, is tested beside. */
export const ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  "H-ENC-012": [
    "clients-away.test.ts",
    "in the middle of a response ends the reading of its records: %s, %s",
  ],
  "H-STREAM-001": ["clients-away.test.ts", "is disconnected, and others are served meanwhile"],
  "H-STREAM-002": ["clients-away.test.ts", "headers that arrive too slowly are refused"],
  "H-STREAM-005": [
    "clients-away.test.ts",
    "in the middle of a response ends the reading of its records: %s, %s",
  ],
  "H-STREAM-006": [
    "clients-away.test.ts",
    "does not end the service if its store fails afterwards",
  ],
  "H-STREAM-007": [
    "store-failures.test.ts",
    "fails in the middle, and the body never looks whole: %s",
  ],
  "H-STREAM-008": ["odd-records.test.ts", "a record whose formula is an error is not returned"],
  "H-STREAM-010": [
    "odd-records.test.ts",
    "a lone surrogate in a record is written as U+FFFD in each format",
  ],
  "H-STREAM-011": ["odd-records.test.ts", "a field named __proto__ is returned"],
  "H-STREAM-012": ["../../campaign/service/fairness.campaign.ts", "do not delay %s of another key"],
  "H-STREAM-013": ["bounds.test.ts", "is aborted if it takes too long"],
  "H-STREAM-014": [
    "formula-cache.test.ts",
    "holds a limited number of formulas: the most recently used",
  ],
  "H-STREAM-015": ["hidden-fields.test.ts", "compile the same formula separately"],
  "H-STREAM-016": [
    "hidden-fields.test.ts",
    "have distinct cache entries for formulas that look alike",
  ],
  "H-STREAM-017": [
    "formula-cache.test.ts",
    "concurrent requests with the same formula are each answered",
  ],
  "H-STREAM-019": ["odd-records.test.ts", "the store is queried for no more than maxRecords"],
  "H-STREAM-020": ["paging.test.ts", "a changed cursor"],
};

/** The test is there. */
export function expectElsewhere([file, test]: Elsewhere): void {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  expect(source).toContain(`"${test}"`);
}
