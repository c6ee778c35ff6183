import { expect } from "vitest";
import { expectUntouchedGlobals } from "../../../attacks/globals.ts";
import { exchange } from "../harness/client.ts";
import { type Served, type ServeOptions, serve } from "../harness/serve.ts";
import { GUARDED, storeOf } from "./fixture.ts";
import { expectFitProblem, expectNothingHidden } from "./problem.ts";
import { type Received, readAnswers } from "./received.ts";

/** A service that is attacked. */
export interface Attacked extends Served {
  /** Sends a request as it is written, and holds every answer to what all of them must keep. */
  send(bytes: string): Promise<readonly Received[]>;
  /** The request of a target, with the key unless other headers are given. */
  get(target: string, headers?: readonly string[]): Promise<Received>;
}

export async function serveAttacked(options: Partial<ServeOptions> = {}): Promise<Attacked> {
  const service = await serve({
    collections: { cars: { store: await storeOf(GUARDED) } },
    metrics: true,
    ...options,
  });
  const send = async (bytes: string): Promise<readonly Received[]> => {
    const received = await exchange(service.port, Buffer.from(bytes, "latin1"));
    const answers = readAnswers(received, bytes.startsWith("HEAD "));
    for (const { status, headers, body } of answers) {
      // What HTTP has and the service has not is 501 or 505.
      expect(status < 500 || status === 501 || status === 505, String(status)).toBe(true);
      const text = Buffer.from(body, "latin1").toString();
      const sent = readable(bytes);
      if (status >= 400 && text !== "")
        expectFitProblem(headers.get("content-type") ?? "", text, sent);
      else if (!headers.has("content-encoding")) expectNothingHidden(text, sent);
    }
    expectUntouchedGlobals();
    expect((await service.ask("/livez")).status).toBe(200);
    return answers;
  };
  return {
    ...service,
    send,
    get: async (target, headers = [`x-api-key: ${service.token}`]) => {
      const lines = [`GET ${target} HTTP/1.1`, "host: x", ...headers, "connection: close"];
      const [answer, ...others] = await send(`${lines.join("\r\n")}\r\n\r\n`);
      if (answer === undefined || others.length > 0)
        throw new Error(`${others.length} answers too many, or none`);
      return answer;
    },
  };
}

function readable(bytes: string): string {
  try {
    return `${bytes}${decodeURIComponent(bytes)}`;
  } catch {
    return bytes;
  }
}
