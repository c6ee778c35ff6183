import type { Diagnostic } from "../../../language/source/diagnostic.ts";
import { render } from "../../../language/source/render.ts";
import { quoted } from "../panels/curl.ts";
import type { ServiceApi } from "../service/service-api.ts";
import { element } from "../shell/element.ts";
import type { OperationShape, ParameterShape } from "./open-api-shapes.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A parameter with more values gets a text box instead of a list. */
const MOST_CHOICES = 300;
/** The most characters of a response to show. */
const MOST_SHOWN = 100_000;

interface RequestForm {
  readonly address: string;
  readonly method: string;
  readonly body: string | undefined;
}

/** A form that sends a request with the key. Shows the request as a shell command, and the response. */
export function tryForm(
  api: ServiceApi,
  method: string,
  path: string,
  { parameters = [], requestBody }: OperationShape,
): HTMLElement {
  const controls = parameters.map((parameter) => [parameter, controlFor(parameter)] as const);
  const body =
    requestBody === undefined
      ? undefined
      : element("textarea", { rows: 4, value: "{}", spellcheck: false });
  const command = element("pre", { className: "command" });
  const answer = element("pre", {
    className: "answer",
    tabIndex: 0,
    attributes: { role: "group", "aria-label": "Answer", "aria-live": "polite" },
  });
  let running = new AbortController();

  const send = async (): Promise<void> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const request = requestOf(api, method, path, controls, body?.value);
    command.textContent = commandFor(request);
    answer.textContent = "…";
    const message = await answerTo(
      request,
      api.headers,
      formulaOf(controls, body?.value),
      signal,
    ).catch((error: unknown) =>
      signal.aborted ? undefined : `The service does not answer: ${error}`,
    );
    if (message !== undefined && !signal.aborted) answer.textContent = message;
  };

  return element(
    "form",
    {
      className: "try",
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        send();
      },
    },
    ...controls.map(([parameter, control]) => labelled(parameter.name, control)),
    ...(body === undefined ? [] : [labelled("Body", body)]),
    element("button", { type: "submit" }, "Send"),
    command,
    answer,
  );
}

function labelled(name: string, control: Control): HTMLElement {
  // Without a label, the name of a select box would include its options.
  control.setAttribute("aria-label", name);
  return element("label", {}, element("span", {}, name), control);
}

function controlFor({ name, required = false, schema }: ParameterShape): Control {
  const choices = schema.type === "boolean" ? [true, false] : schema.enum;
  if (choices !== undefined && choices.length <= MOST_CHOICES) {
    const options = choices.map((value) =>
      element("option", { value: String(value) }, String(value)),
    );
    return element("select", { required }, element("option", { value: "" }), ...options);
  }
  if (/formula$/i.test(name)) return element("textarea", { rows: 2, required, spellcheck: false });
  if (schema.type !== "integer") return element("input", { required, spellcheck: false });
  const { minimum, maximum } = schema;
  return element("input", {
    type: "number",
    required,
    ...(minimum === undefined ? {} : { min: String(minimum) }),
    ...(maximum === undefined ? {} : { max: String(maximum) }),
  });
}

function requestOf(
  api: ServiceApi,
  method: string,
  path: string,
  controls: readonly (readonly [ParameterShape, Control])[],
  body: string | undefined,
): RequestForm {
  let filled = path;
  const query = new URLSearchParams();
  for (const [parameter, { value }] of controls) {
    if (parameter.in === "path") {
      filled = filled.replace(`{${parameter.name}}`, () => encodeURIComponent(value));
    } else if (value !== "" && body === undefined) query.set(parameter.name, value);
  }
  const search = query.size === 0 ? "" : `?${query}`;
  return { address: `${api.address(filled)}${search}`, method: method.toUpperCase(), body };
}

/** The request as a shell command. The key is in a variable, so that it does not get into the shell's history. */
function commandFor({ address, method, body }: RequestForm): string {
  return [
    method === "HEAD" ? `curl --head ${quoted(address)}` : `curl ${quoted(address)}`,
    '--header "x-api-key: $ISOFORM_KEY"',
    ...(body === undefined
      ? []
      : ["--header 'content-type: application/json'", `--data-raw ${quoted(body)}`]),
  ].join(" \\\n  ");
}

async function answerTo(
  { address, method, body }: RequestForm,
  headers: Readonly<Record<string, string>>,
  formula: string,
  signal: AbortSignal,
): Promise<string> {
  const sent =
    body === undefined
      ? { method, headers, signal }
      : { method, headers: { ...headers, "content-type": "application/json" }, body, signal };
  const response = await fetch(address, sent);
  const lines = [`${response.status} ${response.statusText}`.trim()];
  for (const [name, value] of response.headers) lines.push(`${name}: ${value}`);
  const { text, isWhole } = await beginning(response);
  const shown = isWhole ? shownJson(text, formula) : `${text}\n… and more, which is not shown`;
  return `${lines.join("\n")}\n\n${shown}`;
}

/** The first characters of a response. The rest is not awaited. */
async function beginning(
  response: Response,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return { text, isWhole: true };
    text += value;
    if (text.length <= MOST_SHOWN) continue;
    reader?.cancel().catch(() => undefined);
    return { text: text.slice(0, MOST_SHOWN), isWhole: false };
  }
}

/** Formatted JSON, with diagnostics below the formula that they refer to; other strings unchanged. */
function shownJson(text: string, formula: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text;
  }
  const { errors = [] } = Object(json) as {
    readonly errors?: readonly { readonly diagnostics?: readonly Diagnostic[] }[];
  };
  const found = Array.isArray(errors) ? errors.flatMap(({ diagnostics = [] }) => diagnostics) : [];
  const message = found.length === 0 ? "" : `${render(formula, found)}\n\n`;
  return message + JSON.stringify(json, null, 2);
}

/** The formula of a request, to which diagnostics refer. */
function formulaOf(
  controls: readonly (readonly [ParameterShape, Control])[],
  body: string | undefined,
): string {
  const named = controls.find(([{ name }]) => name === "filterByFormula")?.[1].value ?? "";
  if (body === undefined) return named;
  try {
    const { filterByFormula = "" } = Object(JSON.parse(body)) as Record<string, unknown>;
    return String(filterByFormula);
  } catch {
    return "";
  }
}
