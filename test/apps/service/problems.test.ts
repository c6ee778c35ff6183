import { expect, it } from "vitest";
import {
  PROBLEMS,
  ProblemError,
  type ServiceProblemCode,
} from "../../../src/apps/service/http-problem.ts";
import { lastAnswer } from "../../../src/apps/service/last-answer.ts";
import { jsonOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();

it.each(Object.keys(PROBLEMS) as ServiceProblemCode[])(
  "a response with the problem %s says when to send the request again if that may help",
  async (code) => {
    const error = new ProblemError(code, "it failed");
    const store = new FaultInjector(await carStore(someCars(1)), { error });
    const service = await serve({ collections: { cars: { store } } });
    for (const path of ["/cars", "/cars?pageSize=1"]) {
      const answer = await service.ask(path);
      const { status, headers } = answer;
      expect([status, jsonOf(answer)]).toMatchObject([PROBLEMS[code].status, { code }]);
      const isTemporary = status === 429 || status === 503;
      expect(headers["retry-after"] ?? "none").toMatch(isTemporary ? /^[1-9]\d*$/ : /^none$/);
      // For requests that reach no route.
      const shown = lastAnswer(error).includes(`retry-after: ${headers["retry-after"]}\r\n`);
      expect(shown).toBe(isTemporary);
    }
  },
);
