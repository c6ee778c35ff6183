import type { ServiceApi } from "../service/service-api.ts";
import { element } from "../shell/element.ts";
import {
  type OpenApi,
  type OperationShape,
  type ParameterShape,
  type ResponseShape,
  responseOf,
} from "./open-api-shapes.ts";
import { typeText } from "./schema-type.ts";
import { tryForm } from "./try-form.ts";

/** An operation. Expanded, it shows parameters, responses, and a form to try it. */
export function operationElement(
  api: ServiceApi,
  document: OpenApi,
  path: string,
  method: string,
  operation: OperationShape,
): HTMLElement {
  const details = element(
    "details",
    {
      className: "operation",
      ontoggle: () => {
        if (details.open && details.childElementCount === 1) {
          details.append(...contentOf(api, document, path, method, operation));
        }
      },
    },
    element(
      "summary",
      {},
      element("span", { className: "method" }, method.toUpperCase()),
      " ",
      element("code", {}, path),
      " ",
      ...worded(operation.summary ?? ""),
    ),
  );
  return details;
}

function* contentOf(
  api: ServiceApi,
  document: OpenApi,
  path: string,
  method: string,
  operation: OperationShape,
): Generator<HTMLElement> {
  const { parameters = [], requestBody, responses } = operation;
  const isPosted = requestBody !== undefined;
  const taken = isPosted ? parameters.filter((parameter) => parameter.in === "path") : parameters;
  if (taken.length > 0) {
    yield element("h4", {}, "Parameters");
    yield table(["name", "type", "meaning"], taken.map(parameterCells));
  }
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
    yield element("h4", {}, "Body ", element("code", {}, type));
    yield element("pre", {}, typeText(schema ?? {}));
  }
  yield element("h4", {}, "Answers");
  yield table(
    ["status", "meaning", "content"],
    Object.entries(responses).map(([status, answer]) =>
      answerCells(status, responseOf(answer, document)),
    ),
  );
  yield element("h4", {}, "Try it");
  yield tryForm(api, method, path, { ...operation, parameters: taken });
}

function parameterCells({
  name,
  required = false,
  description = "",
  schema,
}: ParameterShape): Cells {
  return [
    [element("code", {}, name)],
    [element("code", {}, typeText(schema))],
    [required ? "Required. " : "", ...worded(description)],
  ];
}

function answerCells(
  status: string,
  { description = "", headers, content = {} }: ResponseShape,
): Cells {
  const types = Object.entries(content).flatMap(([type, { schema }]) => [
    element("div", {}, element("code", {}, type)),
    ...(schema === undefined ? [] : [element("pre", {}, typeText(schema))]),
  ]);
  const named = Object.entries(headers ?? {}).map(([name, header]) =>
    element("div", {}, element("code", {}, name), " ", ...worded(header.description ?? "")),
  );
  return [[status], worded(description), [...types, ...named]];
}

type Cells = readonly (readonly (Node | string)[])[];

export function table(heads: readonly string[], rows: readonly Cells[]): HTMLElement {
  return element(
    "div",
    {
      className: "wide",
      tabIndex: 0,
      attributes: { role: "group", "aria-label": heads.join(", ") },
    },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", {}, head)))),
      element(
        "tbody",
        {},
        ...rows.map((cells) =>
          element("tr", {}, ...cells.map((cell) => element("td", {}, ...cell))),
        ),
      ),
    ),
  );
}

/** Converts backquoted parts of a string to code elements. */
export function worded(text: string): readonly (Node | string)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}
