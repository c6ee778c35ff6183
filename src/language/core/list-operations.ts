import { joinText } from "../values/text/index.ts";
import { defaultPrice } from "./kernel.ts";
import type { ListData } from "./node.ts";
import type { StrictRecords } from "./operation-record.ts";
import { asList, asText, orError } from "./plain-guards.ts";
import { COMPARE, COPY, capped, fixed, holdsText, reading } from "./price-rules.ts";

export const LIST_OPERATIONS: StrictRecords<keyof ListData> = {
  join: {
    type: "text",
    blank: "own",
    fails: "text-too-long",
    cost: 100,
    price: (own, list, separator) => {
      const length = capped(list + list * separator);
      return { work: own + COPY * (list + length), length };
    },
    meaning: ([list, separator]) => orError(joinText(asList(list), asText(separator))),
  },
  listLength: {
    type: "number",
    blank: "own",
    fails: false,
    cost: 1,
    price: fixed,
    meaning: ([list]) => asList(list).length,
  },
  has: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 20,
    price: /* @__PURE__ */ reading(COMPARE),
    meaning: ([list, text]) => asList(list).includes(asText(text)),
  },
  hasAny: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 30,
    price: /* @__PURE__ */ reading(COMPARE),
    meaning: ([list], items) => asList(list).some((item) => items.has(item)),
  },
  singleton: {
    type: "list",
    blank: "own",
    fails: false,
    cost: 1,
    price: (work, text) => ({ work, length: text + 1 }),
    meaning: ([text]) => (text === "" ? [] : [asText(text)]),
  },
  call: {
    type: ({ result }) => result,
    blank: "own",
    fails: "no-value",
    cost: 120,
    price: (_own, _a, _b, { type, operands, data: { price = defaultPrice } }, { of }) => {
      const { work, length } = price(operands.map(of));
      return { work, length: holdsText(type) ? length : 0 };
    },
    meaning: (operands, kernel) => kernel.evaluate(operands),
  },
};
