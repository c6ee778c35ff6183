/**
 * Checks the metadata of Arrow, which are FlatBuffers, before the package reads them: it takes every length that it finds,
 * and one that a damaged file makes up costs it minutes or all memory.
 */

/** A table by its slots: what each one holds, if that is more than a number. */
interface Table {
  readonly [slot: number]: Part;
}

type Part =
  | { readonly kind: "text" }
  | { readonly kind: "items"; readonly width: number }
  | { readonly kind: "table"; readonly table: () => Table }
  | { readonly kind: "tables"; readonly table: () => Table }
  /** A table whose form is the number in another slot. */
  | {
      readonly kind: "union";
      readonly by: number;
      readonly tables: Readonly<Record<number, Table>>;
    };

const TEXT: Part = { kind: "text" };
const items = (width: number): Part => ({ kind: "items", width });
const one = (table: () => Table): Part => ({ kind: "table", table });
const many = (table: () => Table): Part => ({ kind: "tables", table });

/** `Message.fbs`, `Schema.fbs` and `File.fbs` of Arrow. */
const PLAIN: Table = {};
const KEY_VALUE: Table = { 0: TEXT, 1: TEXT };
const DICTIONARY_ENCODING: Table = { 1: one(() => PLAIN) };
const TIMESTAMP: Table = { 1: TEXT };
const UNION: Table = { 1: items(4) };
const FIELD: Table = {
  0: TEXT,
  3: { kind: "union", by: 2, tables: { 10: TIMESTAMP, 14: UNION } },
  4: one(() => DICTIONARY_ENCODING),
  5: many(() => FIELD),
  6: many(() => KEY_VALUE),
};
const SCHEMA: Table = { 1: many(() => FIELD), 2: many(() => KEY_VALUE), 3: items(8) };
const RECORD_BATCH: Table = { 1: items(16), 2: items(16), 3: one(() => PLAIN), 4: items(8) };
const DICTIONARY_BATCH: Table = { 1: one(() => RECORD_BATCH) };
const MESSAGE: Table = {
  2: { kind: "union", by: 1, tables: { 1: SCHEMA, 2: DICTIONARY_BATCH, 3: RECORD_BATCH } },
  4: many(() => KEY_VALUE),
};
const FOOTER: Table = {
  1: one(() => SCHEMA),
  2: items(24),
  3: items(24),
  4: many(() => KEY_VALUE),
};

/** The kinds of messages that bring values. */
export const DICTIONARY = 2;
export const RECORDS = 3;

/** A part of a file that a footer names. */
export interface Block {
  readonly kind: number;
  readonly offset: number;
  /** Of the metadata and of the body. */
  readonly length: number;
}

/**
 * The blocks that a footer names: those of dictionaries, then those of records.
 *
 * @throws `Error` if the footer is damaged
 */
export function blocksOfFooter(bytes: Uint8Array): readonly Block[] {
  const metadata = new Metadata(bytes);
  const footer = metadata.root(FOOTER);
  const slots = [
    [DICTIONARY, 2],
    [RECORDS, 3],
  ] as const;
  return slots.flatMap(([kind, slot]) =>
    metadata.itemsAt(footer, slot, 24).map((at) => ({
      kind,
      offset: metadata.long(at),
      length: metadata.int(at + 8) + metadata.long(at + 16),
    })),
  );
}

export interface Message {
  readonly kind: number;
  /** The length of the body. */
  readonly body: number;
}

/**
 * Checks a message.
 *
 * @throws `Error` if it is damaged
 */
export function readMessage(bytes: Uint8Array): Message {
  const metadata = new Metadata(bytes);
  const message = metadata.root(MESSAGE);
  const bodyAt = metadata.slot(message, 3, 8);
  const body = bodyAt === 0 ? 0 : metadata.long(bodyAt);
  const kindAt = metadata.slot(message, 1, 1);
  const kind = kindAt === 0 ? 0 : (bytes[kindAt] ?? 0);
  const header = metadata.target(message, 2);
  if (kind === DICTIONARY || kind === RECORDS) {
    const batch = kind === DICTIONARY && header !== 0 ? metadata.target(header, 1) : header;
    if (batch === 0) throw new Error("a message has no values");
    checkRows(metadata, batch, body);
  }
  return { kind, body };
}

/** A value takes one bit or more, unless it is compressed or always missing. */
function checkRows(metadata: Metadata, batch: number, body: number): void {
  const lengthAt = metadata.slot(batch, 0, 8);
  const nodes = metadata.itemsAt(batch, 1, 16);
  const rows = [...(lengthAt === 0 ? [] : [lengthAt]), ...nodes].map((at) => metadata.long(at));
  const hasBuffers = metadata.itemsAt(batch, 2, 16).length > 0;
  const isCompressed = metadata.target(batch, 3) !== 0;
  const most = hasBuffers && !isCompressed ? 8 * body : MOST_ROWS;
  if (rows.some((count) => count > most)) {
    throw new Error("a batch has more rows than bits");
  }
}

const MOST_ROWS = 2 ** 31 - 1;
/** Fields inside fields. */
const MOST_DEPTH = 64;

class Metadata {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Tables take four bytes or more. They may share parts, but that must not multiply. */
  #tablesLeft: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tablesLeft = bytes.length / 4;
  }

  /** Checks all of the metadata. Returns where the table is that they begin with. */
  root(table: Table): number {
    const at = this.#follow(0);
    this.#check(at, table, 0);
    return at;
  }

  /** The place of a table's slot, `0` if it has none. */
  slot(table: number, slot: number, width: number): number {
    const slots = table - this.int(table);
    const end = 4 + 2 * slot + 2;
    if (this.#short(slots) < end) return 0;
    const offset = this.#short(slots + end - 2);
    if (offset === 0) return 0;
    this.#within(table + offset, width);
    return table + offset;
  }

  /** The place of what a slot refers to, `0` if the table has none. */
  target(table: number, slot: number): number {
    const at = this.slot(table, slot, 4);
    return at === 0 ? 0 : this.#follow(at);
  }

  /** The places of the items in a slot. */
  itemsAt(table: number, slot: number, width: number): readonly number[] {
    const at = this.target(table, slot);
    if (at === 0) return [];
    const length = this.#vector(at, width);
    return Array.from({ length }, (_, index) => at + 4 + index * width);
  }

  int(at: number): number {
    this.#within(at, 4);
    return this.#view.getInt32(at, true);
  }

  /** A length or a place: never negative. */
  long(at: number): number {
    this.#within(at, 8);
    const value = Number(this.#view.getBigInt64(at, true));
    if (value < 0 || value > Number.MAX_SAFE_INTEGER) throw new Error(`${value} is not a length`);
    return value;
  }

  #short(at: number): number {
    this.#within(at, 2);
    return this.#view.getUint16(at, true);
  }

  #within(at: number, width: number): void {
    if (at < 0 || at + width > this.#bytes.length) {
      throw new Error("its metadata lead out of themselves");
    }
  }

  /** References lead forward, so that they never come back. */
  #follow(at: number): number {
    const offset = this.int(at);
    if (offset <= 0) throw new Error("its metadata lead back to themselves");
    this.#within(at + offset, 4);
    return at + offset;
  }

  #vector(at: number, width: number): number {
    const length = this.int(at);
    if (length < 0) throw new Error(`${length} is not a length`);
    this.#within(at + 4, length * width);
    return length;
  }

  #check(at: number, table: Table, depth: number): void {
    if (--this.#tablesLeft < 0) throw new Error("its metadata lead back to themselves");
    if (depth > MOST_DEPTH) throw new Error("its fields nest too deep");
    for (const [key, part] of Object.entries(table)) {
      const slot = Number(key);
      const target = this.target(at, slot);
      if (target !== 0) this.#checkPart(at, target, part, depth + 1);
    }
  }

  #checkPart(table: number, at: number, part: Part, depth: number): void {
    switch (part.kind) {
      case "text":
        this.#vector(at, 1);
        return;
      case "items":
        this.#vector(at, part.width);
        return;
      case "table":
        this.#check(at, part.table(), depth);
        return;
      case "tables": {
        const length = this.#vector(at, 4);
        for (let index = 0; index < length; index++) {
          this.#check(this.#follow(at + 4 + 4 * index), part.table(), depth);
        }
        return;
      }
      case "union": {
        const by = this.slot(table, part.by, 1);
        const form = by === 0 ? undefined : part.tables[this.#bytes[by] ?? 0];
        this.#check(at, form ?? PLAIN, depth);
      }
    }
  }
}
