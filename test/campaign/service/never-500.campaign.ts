import { beforeAll } from "vitest";
import { anyRequests, serveThings } from "../../apps/service/harness/any-request.ts";
import { type Served, serviceTests } from "../../apps/service/harness/serve.ts";
import { extent } from "../figures.ts";

// Random requests, others in each run: whatever a client sends, it is never the service's own mistake.

serviceTests();
let service: Served;

beforeAll(async () => {
  service = await serveThings();
});

anyRequests(() => service, { numRuns: extent(500, 100_000) });
