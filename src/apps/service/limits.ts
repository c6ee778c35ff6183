/**
 * The sizes and times that bound what a request may cost, unless an option says otherwise. The page
 * `grammar/reference/limits.md` is generated from them, with what each of them costs.
 */
export const SERVICE_LIMITS = {
  /** The longest URL and headers of a request, together. */
  headerBytes: 16_384,
  /** The longest body of a request. */
  bodyBytes: 262_144,
  /** The most chunks of a body, whether HTTP chunks or network reads. */
  bodyChunks: 4_096,
  /** The most names, texts, lists and objects in a body. */
  bodyItems: 4_096,
  /** The longest time that a request may take to arrive. */
  requestMs: 30_000,
  /** The longest time that the headers of a request may take to arrive. */
  headersMs: 10_000,
  /** The longest time that a connection may wait for its next request. */
  keepAliveMs: 72_000,
  /** The longest time for responses to end when the service stops. */
  drainMs: 25_000,
  /** The longest time that a client may read nothing of its responses. */
  stallMs: 30_000,
  /** The most parameters of a query string. */
  parameters: 256,
  /** The longest text that a parameter of formulas may have; each item of a list counts as one more character. */
  parameterCharacters: 256,
  /** The most fields that a request may name. */
  fields: 100,
  /** The most fields that an order may have. */
  sorts: 10,
  /** The most values of a field in a response. */
  values: 1_000,
  /** The longest prefix in a request for values of a field. */
  prefixCharacters: 1_000,
  /** The most records of a page. */
  pageRecords: 10_000,
  /** The most mistakes or diagnostics in a response. */
  mistakes: 20,
  /** The most characters of the header with the warnings of formulas. */
  warningCharacters: 2_048,
  /** The longest URL of a next page. It leaves room for the other headers of a request. */
  linkCharacters: 14_336,
  /** The shortest secret that signs cursors. */
  secretCharacters: 16,
  /** The longest cursor. */
  cursorCharacters: 8_192,
  /** The shortest response that is compressed. */
  compressedBytes: 1_024,
  /** The characters sent at once. Longer responses are streamed. */
  chunkCharacters: 65_536,
  /** The most pipelined requests of a connection. A connection with more is closed. */
  pipelined: 8,
  /** The most requests of a key of weight 1 that wait for the event loop. A key of weight 4 may have four times as many. */
  waiting: 512,
  /** The largest weight of a key. A larger one would leave too little for others. */
  keyWeight: 10,
  /** The longest time that `/readyz` waits for a store. */
  readyMs: 2_000,
  /** The longest time that `/explain` waits for a record. */
  explainMs: 5_000,
  /** The most characters of the log that are buffered. */
  logCharacters: 4_194_304,
  /** The longest time for writing the last log lines when the service stops. */
  logEndMs: 1_000,
} as const;
