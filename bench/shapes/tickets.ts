import { type Random, seededRandom } from "../random.ts";

/** A ticket of a help desk. Its long texts rarely repeat, and many of its fields are blank. */
export interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly assignee: string | null;
  readonly note: string | null;
  readonly score: number | null;
  readonly hours: number | null;
  readonly replies: number;
  readonly urgent: boolean | null;
  readonly tags: readonly string[];
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

/** The fields of a {@link Ticket}, as a schema declares them. */
export const ticketFields = {
  id: { type: "text", key: true },
  subject: "text",
  body: "text",
  assignee: "text",
  note: "text",
  score: "number",
  hours: "number",
  replies: "number",
  urgent: "boolean",
  tags: "list",
  openedAt: "date",
  closedAt: "date",
} as const;

const WORDS =
  "the a of to and in it is not on we you order invoice refund delay login password server error screen printer paper crash slow again since update version Monday urgent please thanks customer account address payment card broken missing works after before between every never report export import file naïve café Zürich 100% v2.1 #42 OK".split(
    " ",
  );
const FIRST = "Ada Bo Chen Dora Emil Fay Gus Hana Ivo Jun Kim Lea Max Nia Ola Pia".split(" ");
const LAST = "Adams Brown Costa Diaz Evans Frank Green Haas Ito Jones Klein Lopez".split(" ");
const TAGS = ["a", "b", "billing", "login", "10", "hardware", "A", "spam"];

const FIRST_DAY = Date.UTC(2021, 0, 1);
const SECONDS = 4 * 365 * 86_400;

/** Generates tickets from a seed, identical on every machine. */
export function makeTickets(count: number, seed: number): readonly Ticket[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => ticket(index, random));
}

function ticket(index: number, random: Random): Ticket {
  const openedAt = new Date(FIRST_DAY + random(SECONDS) * 1000);
  const name = `${pick(FIRST, random)} ${pick(LAST, random)}`;
  return {
    id: `T-${String(index).padStart(7, "0")}`,
    subject: words(3 + random(6), random),
    body: words(10 + random(60), random),
    assignee: random(10) < 6 ? null : flat(name),
    note: random(10) < 8 ? null : words(2 + random(10), random),
    score: random(3) === 0 ? null : random(1001) / 100,
    hours: random(2) === 0 ? null : random(4000) / 16,
    replies: random(40),
    urgent: random(4) === 0 ? null : random(5) === 0,
    tags: TAGS.filter(() => random(5) === 0),
    openedAt,
    closedAt: random(2) === 0 ? null : new Date(openedAt.getTime() + random(60 * 86_400) * 1000),
  };
}

function words(count: number, random: Random): string {
  return flat(Array.from({ length: count }, () => pick(WORDS, random)).join(" "));
}

/** A flat string, as a parser would create it. */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[random(choices.length)] as T;
}
