/**
 * The sizes and times that bound what a request may cost, unless an option says otherwise. The page
 * `grammar/reference/limits.md` is generated from them, with what each of them costs.
 */
export const SERVICE_LIMITS = {
  /** The longest address and headers of a request, together. */
  headerBytes: 16_384,
  /** The longest body of a request. */
  bodyBytes: 262_144,
  /** The most pieces that a body comes in: chunks, or what the network delivers at once. */
  bodyPieces: 4_096,
  /** The longest time that a request may take to arrive. */
  requestMs: 30_000,
  /** The longest time that the headers of a request may take to arrive. */
  headersMs: 10_000,
  /** The longest time that a connection may wait for its next request. */
  keepAliveMs: 72_000,
  /** The longest time that answers may take to end when the service stops. */
  drainMs: 25_000,
  /** The longest time that a client may read nothing of its answers. */
  stallMs: 30_000,
  /** The most parameters of an address. */
  parameters: 256,
  /** The longest text that a parameter of formulas may have; each item of a list counts as one more character. */
  parameterCharacters: 256,
  /** The most fields that a request may name. */
  fields: 100,
  /** The most fields that an order may have. */
  sorts: 10,
  /** The most values of a field that an answer lists. */
  values: 1_000,
  /** The longest text that values of a field are asked to begin with. */
  prefixCharacters: 1_000,
  /** The most records of a page. */
  pageRecords: 10_000,
  /** The most mistakes, or diagnostics, that an answer lists. */
  mistakes: 20,
  /** The longest address of a next page. It leaves room for the other headers of a request. */
  linkCharacters: 14_336,
  /** The shortest secret that signs cursors. */
  secretCharacters: 16,
  /** The longest cursor. */
  cursorCharacters: 8_192,
  /** The shortest answer that is compressed. */
  compressedBytes: 1_024,
  /** The characters that are sent at once. Longer answers are streamed. */
  chunkCharacters: 65_536,
  /** The most requests of a connection that wait for the answers before them. A connection with more is closed. */
  pipelined: 8,
  /** The largest weight of a key. A key of a larger one would leave too little for others. */
  keyWeight: 10,
  /** The longest time that `/readyz` waits for a store. */
  readyMs: 2_000,
  /** The longest time that `/explain` waits for a record. */
  explainMs: 5_000,
  /** The most characters of the log that wait to be written. */
  logCharacters: 4_194_304,
  /** The longest time that the last lines of the log may take when the service stops. */
  logEndMs: 1_000,
} as const;
