/** An answer as it came through a socket of our own. */
export interface Received {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Takes the answers of a connection apart, strictly: whatever is not one answer after the other throws. The texts are bytes, one
 * character each.
 */
export function readAnswers(received: string, isHead = false): readonly Received[] {
  const answers: Received[] = [];
  let rest = received;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) throw new Error(`no whole head: ${JSON.stringify(rest.slice(0, 200))}`);
    const [statusLine = "", ...lines] = rest.slice(0, end).split("\r\n");
    const [, digits] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    if (digits === undefined) throw new Error(`no status line: ${statusLine.slice(0, 200)}`);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    rest = rest.slice(end + 4);
    const status = Number(digits);
    const hasNoBody = isHead || status === 204 || status === 304 || status < 200;
    const [body, length] = hasNoBody ? ["", 0] : bodyOf(rest, headers);
    rest = rest.slice(length);
    if (status >= 200) answers.push({ status, headers, body });
  }
  return answers;
}

function bodyOf(
  rest: string,
  headers: ReadonlyMap<string, string>,
): readonly [body: string, length: number] {
  if (headers.get("transfer-encoding") === "chunked") return chunkedBody(rest);
  const length = Number(headers.get("content-length"));
  if (!Number.isSafeInteger(length)) throw new Error("a body of no known length");
  if (rest.length < length) throw new Error(`${rest.length} bytes of ${length}`);
  return [rest.slice(0, length), length];
}

function chunkedBody(rest: string): readonly [body: string, length: number] {
  let body = "";
  let at = 0;
  for (;;) {
    const end = rest.indexOf("\r\n", at);
    const digits = end === -1 ? "" : rest.slice(at, end);
    if (!/^[0-9a-f]+$/i.test(digits)) throw new Error("the last chunk is missing");
    const size = Number.parseInt(digits, 16);
    at = end + 2;
    if (rest.slice(at + size, at + size + 2) !== "\r\n") throw new Error("a chunk breaks off");
    body += rest.slice(at, at + size);
    at += size + 2;
    if (size === 0) return [body, at];
  }
}
